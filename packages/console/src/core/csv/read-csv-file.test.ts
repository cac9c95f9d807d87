import { limits } from '@fairwatch/contract';
import { expect, it } from 'vitest';
import { readCsvFile } from './read-csv-file.ts';

it('reads UTF-8 with and without a byte order mark', async () => {
  expect(await readCsvFile(new Blob(['name\nZoë']))).toEqual({ text: 'name\nZoë' });
  expect(await readCsvFile(new Blob(['\uFEFFname']))).toEqual({ text: 'name' });
});

it('reads what Excel saves: Windows-1252, and UTF-16 with a byte order mark', async () => {
  expect(await readCsvFile(new Blob([new Uint8Array([0x5a, 0x6f, 0xeb, 0x20, 0x80])]))).toEqual({ text: 'Zoë €' });
  expect(await readCsvFile(new Blob([new Uint8Array([0xff, 0xfe, 0x5a, 0x00, 0xeb, 0x00])]))).toEqual({ text: 'Zë' });
});

it('refuses what is larger than the limit, and what is no text', async () => {
  expect(await readCsvFile(new Blob(['a'.repeat(limits.csv.maxBytes + 1)]))).toEqual({ problem: 'tooLarge' });
  expect(await readCsvFile(new Blob([new Uint8Array([0x50, 0x4b, 0x03, 0x04, 0x00])]))).toEqual({ problem: 'notText' });
});
