// oxlint-disable no-restricted-imports -- reads a script of the page, which only tests do
import { expect, it } from 'vitest';
import { languageTags } from '@fairwatch/contract';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { consolePages } from './registry.tsx';

/** The area of the module that a view imports, as the build reads it. */
function areaOf(view: () => Promise<unknown>): string | undefined {
  return /areas\/([\w-]+)\//.exec(String(view))?.[1];
}

it('every page loads the texts of the area that its view is in', () => {
  const { pages, auth, welcome } = consolePages;
  const all = [...pages, ...auth.pages, welcome];
  expect(all.map(({ path: address, area }) => [address, area])).toEqual(
    all.map(({ path: address, view }) => [address, areaOf(view)]),
  );
  expect(all.length).toBeGreaterThan(45);
});

it('the HTML of the build is hidden from readers of every language but English', () => {
  const script = readFileSync(path.join(import.meta.dirname, '../public/before-paint.js'), 'utf8');
  const [, known = ''] = /var known = \[(.*?)\]/.exec(script) ?? [];
  expect(known.split(', ').map((tag) => tag.slice(1, -1))).toEqual(languageTags.map((tag) => tag.split('-')[0]));
});
