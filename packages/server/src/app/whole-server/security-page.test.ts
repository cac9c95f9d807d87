import { existsSync, readFileSync } from 'node:fs';
import { limits, savedViewLimits, ticketLimits } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { contextWords } from '../../modules/accounts/password-rules.ts';

const root = new URL('../../../../../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');

/** Resolves a path that the page mentions. */
function locate(path: string): URL {
  return new URL(/^(?:e2e|docs|scripts)\//.test(path) ? path : `packages/${path}`, root);
}

/** The page with its lines joined, because a quoted title may span two lines. */
const text = page.replaceAll(/\s*\n\s*(?=\S)/g, ' ');
const files = [...text.matchAll(/`((?:server|console|contract|device|e2e|scripts)\/[\w./-]+)`/g)];

/** Each mentioned test file with the quoted titles after it. */
const proofs = files
  .map(({ 1: path = '', 0: { length }, index }) => {
    const quotes = /^(?:(?:,| and)? ?"(?:[^"\\]|\\.)+")+/.exec(text.slice(index + length))?.[0] ?? '';
    const titles = [...quotes.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map(({ 1: title = '' }) =>
      title.replaceAll('\\"', '"'),
    );
    return { path, titles };
  })
  .filter(({ path }) => /\.(?:test|spec)\.tsx?$/.test(path));

/**
 * The number of level 1 and 2 requirements in each section of OWASP ASVS 5.0.0. They are always the first ones; those of
 * level 3 follow.
 */
const sections = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`;
const requirements = [...sections.matchAll(/(\S+):(\d+)/g)].flatMap(({ 1: section, 2: count }) =>
  Array.from({ length: Number(count) }, (_, place) => `${section}.${place + 1}`),
);

describe('docs/security.md', () => {
  it('has no proof that is still to be named', () => {
    expect(page).not.toContain('TODO');
  });

  it('names files that exist', () => {
    expect(files.length).toBeGreaterThan(200);
    for (const { 1: path = '' } of files) expect(existsSync(locate(path)), path).toBe(true);
  });

  it('quotes titles that their test files have', () => {
    for (const { path, titles } of proofs) {
      const source = readFileSync(locate(path), 'utf8');
      expect(titles, path).not.toEqual([]);
      for (const title of titles) expect(source.includes(title), `${path}: ${title}`).toBe(true);
    }
  });

  it('names bounds that the contract has', () => {
    const named = [...page.matchAll(/`((?:limits|ticketLimits|savedViewLimits)(?:\.\w+)*)`/g)].map(
      ({ 1: name = '' }) => name,
    );
    expect(named.length).toBeGreaterThan(30);
    for (const name of named) {
      const value = name
        .split('.')
        .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], {
          limits,
          savedViewLimits,
          ticketLimits,
        });
      expect(value, name).toBeDefined();
    }
  });

  it('lists the words that no password is', () => {
    const [, list = ''] = /<!-- WORDS: .*? -->\s+(.*?): in any case/s.exec(page) ?? [];
    expect([...list.matchAll(/`(\w+)`/g)].map(({ 1: word }) => word)).toEqual(contextWords);
  });

  it('has one line for each requirement of level 1 and 2, and none for another', () => {
    expect(requirements).toHaveLength(253);
    const judged = [...page.matchAll(/^\| (\d+\.\d+\.\d+) \| [^|]+ \| (?:held|in part|not held) \| [^|\n]+ \|$/gm)];
    const [, exceptions = ''] = page.split('### What does not apply');
    const absent = [...exceptions.matchAll(/^\| ([\dV., ]+) \|/gm)].flatMap(({ 1: ids = '' }) =>
      ids
        .split(', ')
        .flatMap((id) =>
          id.startsWith('V') ? requirements.filter((each) => each.startsWith(`${id.slice(1)}.`)) : [id],
        ),
    );
    const told = [...judged.map(({ 1: id }) => id), ...absent];
    expect(told.toSorted()).toEqual(requirements.toSorted());
  });
});
