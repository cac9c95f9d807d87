import { limits } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { readCsvFile } from './read-csv-file.ts';

it('reads UTF-8 with and without a byte order mark', async () => {
  expect(await readCsvFile(new Blob(['name\nZoë']))).toEqual({ text: 'name\nZoë' });
  expect(await readCsvFile(new Blob(['\uFEFFname']))).toEqual({ text: 'name' });
});

it('refuses what is larger than the limit, and bytes that are not UTF-8', async () => {
  expect(await readCsvFile(new Blob(['a'.repeat(limits.csv.maxBytes + 1)]))).toEqual({ problem: 'tooLarge' });
  expect(await readCsvFile(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb])]))).toEqual({ problem: 'notText' });
});
