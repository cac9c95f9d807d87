// @vitest-environment node
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createExcelWriter } from './excel-file.ts';

const headings = ['Name', 'Phone', 'Note'];
type Rows = readonly (readonly string[])[];

async function write(lots: Iterable<Rows>, rowsPerSheet?: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const writer = createExcelWriter({ name: 'People: a/b', headings }, (part) => parts.push(part), rowsPerSheet);
  for (const rows of lots) await writer.add(rows);
  await writer.finish();
  return Buffer.concat(parts);
}

async function cellsOf(rows: Rows): Promise<unknown[][]> {
  return readSheet(await write([rows]));
}

/** Every row is another one, so that nothing compresses to nothing. */
const row = (n: number) => [`=text ${n} ${(n * 2_654_435_761) % 4_294_967_296}`];

describe('the Excel file', () => {
  it('[SPEC 2.99] headings and every row, cell by cell', async () => {
    const rows = [
      ['Anna Maier', '0791234567', 'VIP'],
      ['Ödön “Ö” & <Co>', '+41 44 000', ''],
    ];
    expect(await cellsOf(rows)).toEqual([headings, rows[0], ['Ödön “Ö” & <Co>', '+41 44 000', null]]);
  });

  it.each(['=HYPERLINK("http://x","y")', '+41791234567', '-2+3', '@SUM(A1)', '007', '1e5', '2026-11-15', 'two\nlines'])(
    'keeps %s as text, never a formula or a number',
    async (value) => expect(await cellsOf([[value, value, value]])).toEqual([headings, [value, value, value]]),
  );

  it('survives signs that XML cannot hold and text longer than a cell', async () => {
    const [, row] = await cellsOf([['a\u0001b\u000bc\uD83D', 'x'.repeat(40_000), '👋 fine']]);
    expect(row?.[0]).toBe('abc');
    expect(row?.[1]).toHaveLength(32_767);
    expect(row?.[2]).toBe('👋 fine');
  });

  it('writes the headings even when there are no rows', async () => {
    expect(await readSheet(await write([]))).toEqual([headings]);
    expect(await cellsOf([])).toEqual([headings]);
  });

  it('goes on in another sheet when one is full', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => [`Name ${index}`, String(index), 'x']);
    const file = await write([rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)], 6);
    expect(await readSheet(file)).toEqual([headings, ...rows.slice(0, 5)]);
    expect(await readSheet(file, 'People  a b 2')).toEqual([headings, ...rows.slice(5)]);
  });

  it(
    '[SPEC 2.99] writes 100,000 rows as they come: what is written leaves at once and little is held',
    { timeout: 60_000 },
    async () => {
      const lot = 500;
      const parts: Uint8Array[] = [];
      let bytes = 0;
      const writer = createExcelWriter({ name: 'Many', headings: ['Text'] }, (part) => {
        bytes += part.length;
        parts.push(part);
      });
      const bytesAfter: number[] = [];
      let held = 0;
      for (let start = 0; start < 100_000; start += lot) {
        await writer.add(Array.from({ length: lot }, (_, n) => row(start + n)));
        held = Math.max(held, bytes - (bytesAfter.at(-1) ?? 0));
        bytesAfter.push(bytes);
      }
      await writer.finish();
      const file = Buffer.concat(parts);
      // Ten lots at most may wait inside the compressor, of two hundred.
      expect(bytesAfter[99]).toBeGreaterThan(file.length * 0.45);
      expect(held).toBeLessThan(file.length / 20);
      const [first, ...rows] = await readSheet(file);
      expect(first).toEqual(['Text']);
      expect(rows).toHaveLength(100_000);
      for (const n of [0, 499, 500, 54_321, 99_999]) expect(rows[n]).toEqual(row(n));
    },
  );
});
