import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findNode, nodeVersions } from '../testing/node-versions.ts';

/** Takes away what newer versions have, adds what is missing, and prints what the added methods do. */
const script = `
  for (const [owner, name] of [[Promise, 'withResolvers'], [Object, 'groupBy'], [Map, 'groupBy'], [URL, 'parse']]) delete owner[name];
  await import('./node20.mjs');
  const waiting = Promise.withResolvers();
  setTimeout(() => waiting.resolve('later'));
  const refused = Promise.withResolvers();
  setTimeout(() => refused.reject(new Error('no')));
  const refusal = refused.promise.catch(({ message }) => message);
  const groups = Object.groupBy(new Set([1, 2, 3]), (number) => (number % 2 ? 'odd' : 'even'));
  console.log(JSON.stringify([
    await waiting.promise,
    await refusal,
    groups,
    Object.getPrototypeOf(groups),
    [...Map.groupBy(['a', 'bb', 'c'], (text, index) => text.length + index * 0)],
    URL.parse('https://example.org/a')?.host,
    URL.parse('/b', 'https://example.org')?.href,
    URL.parse('no address'),
    Object.keys(Promise),
  ]));
`;

const expected = [
  'later',
  'no',
  { odd: [1, 3], even: [2] },
  null,
  [
    [1, ['a', 'c']],
    [2, ['bb']],
  ],
  'example.org',
  'https://example.org/b',
  null,
  [],
];

for (const major of nodeVersions) {
  const node = findNode(major);
  it.skipIf(node === null)(`adds what is missing${node === null ? ': no Node' : ' on Node'} ${major}`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fairwatch-node-'));
    const source = await readFile(new URL('node20.ts', import.meta.url), 'utf8');
    await writeFile(join(folder, 'node20.mjs'), stripTypeScriptTypes(source));
    await writeFile(join(folder, 'script.mjs'), script);
    const printed = execFileSync(node ?? '', ['script.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(printed)).toEqual(expected);
    await rm(folder, { recursive: true });
  });
}
