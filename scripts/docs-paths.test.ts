import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './core/paths.ts';

/** Decisions and the changes of the past keep the names of their time. */
const history = /^docs\/adr\/|node_modules|^docs\/conformance\.md$/;
const pages = globSync('{*.md,docs/**/*.md,bench/*.md,cluster/*.md,packages/**/*.md}', { cwd: root }).filter(
  (file) => !history.test(file),
);
const sources = globSync('{packages,scripts,e2e,bench,cluster,docs}/**/*.{ts,tsx,js,sql,json,css}', {
  cwd: root,
  exclude: (name) => ['node_modules', 'dist'].includes(path.basename(name)),
});

/** Files of ours that a page names in backticks. A suffix such as `.store.ts`, or a name with a placeholder, stands for no file. */
function namedFiles(text: string): string[] {
  return [...text.matchAll(/`([\w./-]+\.(?:tsx?|sql))`/g)].flatMap(([, name = '']) =>
    /^\.\w|NNNN|voice-notes/.test(name) ? [] : [name],
  );
}

describe('the files that a page of the documentation names', () => {
  it.each(pages)('%s: each of them exists', (page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    const missing = namedFiles(text).filter(
      (name) => !sources.some((file) => `/${file}`.endsWith(`/${name.replace(/^\.+\//, '')}`)),
    );
    expect(missing).toEqual([]);
  });
});
