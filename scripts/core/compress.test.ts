import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { runNode } from './run.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'fairwatch-compress-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('a build gets a compressed copy of each text beside it, and says so when all are there', async () => {
  const script = 'console.info("console");\n'.repeat(50);
  writeFileSync(path.join(folder, '.inputs'), 'inputs of this build');
  writeFileSync(path.join(folder, 'main.js'), script);
  writeFileSync(path.join(folder, 'photo.png'), 'PNG');
  const { output } = await runNode(['scripts/core/compress.ts', folder], { quiet: true });
  expect(output).toBe('');
  const read = (name: string) => readFileSync(path.join(folder, name));
  expect(readdirSync(folder).toSorted()).toEqual([
    '.compressed',
    '.inputs',
    'main.js',
    'main.js.br',
    'main.js.gz',
    'photo.png',
  ]);
  expect([brotliDecompressSync(read('main.js.br')), gunzipSync(read('main.js.gz'))].map(String)).toEqual([
    script,
    script,
  ]);
  expect(read('.compressed')).toEqual(read('.inputs'));
});
