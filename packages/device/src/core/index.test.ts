import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const imported = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** Everything that a module imports, directly or through others: our own files, and the packages. */
function reachableFrom(entry: string) {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imported)) {
      if (name.startsWith('.')) files.add(path.resolve(path.dirname(file), name));
      else packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages] };
}

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8').replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '');
}

const core = import.meta.dirname;

it('the core needs nothing of Node: it runs in browsers', () => {
  const { files, packages } = reachableFrom(path.join(core, 'index.ts'));
  expect(packages.sort()).toEqual([
    '@fairwatch/contract',
    '@noble/hashes/sha2.js',
    '@noble/hashes/utils.js',
    'tus-js-client',
    'zod/mini',
  ]);
  expect(files.filter((file) => !file.startsWith(core + path.sep))).toEqual([]);
  const nodeGlobals = /\b(?:Buffer|process|NodeJS|require|__dirname|setImmediate)\b[.(\s]/;
  expect(files.filter((file) => nodeGlobals.test(withoutComments(file)))).toEqual([]);
});
