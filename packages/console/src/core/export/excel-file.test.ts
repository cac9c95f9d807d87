// @vitest-environment node
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createExcelWriter } from './excel-file.ts';
import type { ExcelTable, SheetRow } from './excel-table.ts';

const headings = ['Name', 'Phone', 'Note'];
const columns = headings.map((heading) => ({ heading, type: 'number' as const }));
type Rows = readonly SheetRow[];

const people: ExcelTable = { name: 'People: a/b', columns };

async function write(lots: Iterable<Rows>, rowsPerSheet?: number, table = people): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  const writer = createExcelWriter(table, (part) => parts.push(part), rowsPerSheet);
  for (const rows of lots) await writer.add(rows);
  await writer.finish();
  return Buffer.concat(parts);
}

async function cellsOf(rows: Rows): Promise<unknown[][]> {
  return readSheet(await write([rows]));
}

/** Reads a file of a ZIP archive as text. It is found in the archive's central directory. */
async function fileIn(zip: Buffer, name: string): Promise<string> {
  for (let at = zip.indexOf('PK\u0001\u0002'); at !== -1; at = zip.indexOf('PK\u0001\u0002', at + 4)) {
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28);
    if (zip.toString('utf8', at + 46, nameEnd) !== name) continue;
    const head = zip.readUInt32LE(at + 42);
    const start = head + 30 + zip.readUInt16LE(head + 26) + zip.readUInt16LE(head + 28);
    const bytes = new Uint8Array(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text();
  }
  throw new Error(`There is no ${name}.`);
}

/** The number format that a cell of a sheet is shown in; null for a cell of text. */
async function formatOf(file: Buffer, address: string): Promise<string | null> {
  const [, style, type] =
    new RegExp(`<c r="${address}" s="(\\d+)"(?: t="(\\w+)")?>`).exec(await fileIn(file, 'xl/worksheets/sheet1.xml')) ??
    [];
  if (type !== undefined) return null;
  const styles = await fileIn(file, 'xl/styles.xml');
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)];
  const id = formats[Number(style)]?.[1] ?? '';
  return new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]+)"`).exec(styles)?.[1] ?? id;
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

  it('holds numbers, times and durations as numbers, in one format each, that it calculates with', async () => {
    const types = ['number', 'degrees', 'metres', 'bytes', 'percent', 'duration', 'moment', 'clock'] as const;
    const table = { name: 'Types', columns: types.map((type) => ({ heading: type, type })) };
    const row = [-7, 47.376887, 12, 1_048_576, 0.96, 1.5, 46_341.25, 46_341.5];
    const file = await write([[row, types]], undefined, table);
    const [, cells, texts] = await readSheet(file);
    // The library that reads the file turns a duration of 1.5 days into a date: 1.5 days after Excel's day 0.
    const dayAndHalf = new Date('1899-12-31T12:00:00Z');
    expect(cells).toEqual([
      ...row.slice(0, 5),
      dayAndHalf,
      new Date('2026-11-15T06:00Z'),
      new Date('2026-11-15T12:00Z'),
    ]);
    const formatsIn = (row: number) => Promise.all([...'ABCDEFGH'].map((column) => formatOf(file, `${column}${row}`)));
    // By Excel's own numbers: 0 general, 3 with thousands, 9 percent, 46 hours that go on after 24.
    expect(await formatsIn(2)).toEqual([
      '0',
      '0.000000',
      '3',
      '3',
      '9',
      '46',
      'yyyy-mm-dd hh:mm:ss',
      'yyyy-mm-dd hh:mm:ss',
    ]);
    // What is text stays text, in a column of any type.
    expect(texts).toEqual(types);
    expect(await formatsIn(3)).toEqual(types.map(() => null));
  });

  it('keeps its headings in sight, and filters by them, in every sheet', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`Name ${index}`, '', '']);
    const file = await write([rows], 6);
    const [first, second] = await Promise.all([1, 2].map((place) => fileIn(file, `xl/worksheets/sheet${place}.xml`)));
    expect(first).toContain('<autoFilter ref="A1:C6"/></worksheet>');
    expect(second).toContain('<autoFilter ref="A1:C3"/></worksheet>');
    for (const sheet of [first, second]) expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
    expect(await fileIn(await write([]), 'xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:C1"/>');
  });

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
      const writer = createExcelWriter({ name: 'Many', columns: [{ heading: 'Text', type: 'number' }] }, (part) => {
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
