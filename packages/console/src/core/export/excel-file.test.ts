// @vitest-environment node
import { strFromU8, unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { createExcelWriter } from './excel-file.ts';
import type { ExcelTable, SheetRow } from './excel-table.ts';

const headings = ['Name', 'Phone', 'Note'];
const columns = headings.map((heading) => ({ heading, type: 'number' as const }));
type Rows = readonly SheetRow[];

const people: ExcelTable = { name: 'People: a/b', columns };

function write(batches: Iterable<Rows>, rowsPerSheet?: number, table = people): Buffer {
  const parts: Uint8Array[] = [];
  const writer = createExcelWriter(table, (part) => parts.push(part), rowsPerSheet);
  for (const rows of batches) writer.add(rows);
  writer.finish();
  return Buffer.concat(parts);
}

async function cellsOf(rows: Rows): Promise<unknown[][]> {
  return readSheet(write([rows]));
}

/** The text of a file inside a zip. */
function fileIn(zip: Buffer, name: string): string {
  const content = unzipSync(zip)[name];
  if (!content) throw new Error(`There is no ${name}.`);
  return strFromU8(content);
}

/** The number format that a cell of a sheet is shown in; null for a cell of text. */
function formatOf(file: Buffer, address: string): string | null {
  const [, style, type] =
    new RegExp(`<c r="${address}" s="(\\d+)"(?: t="(\\w+)")?>`).exec(fileIn(file, 'xl/worksheets/sheet1.xml')) ?? [];
  if (type !== undefined) return null;
  const styles = fileIn(file, 'xl/styles.xml');
  const formats = [...(styles.split('<cellXfs')[1] ?? '').matchAll(/<xf numFmtId="(\d+)"/g)];
  const id = formats[Number(style)]?.[1] ?? '';
  return new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]+)"`).exec(styles)?.[1] ?? id;
}

/** Every row differs, so that the file does not compress to almost nothing. */
const row = (n: number) => [`=text ${n} ${(n * 2_654_435_761) % 4_294_967_296}`];

/** Writes so many rows in two hundred batches, of which the compressor may hold some back. */
async function expectWrittenAsTheyCome(
  count: number,
  { byHalf, atOnce }: { byHalf: number; atOnce: number },
): Promise<void> {
  const batches = 200;
  const batchSize = count / batches;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const writer = createExcelWriter({ name: 'Many', columns: [{ heading: 'Text', type: 'number' }] }, (part) => {
    bytes += part.length;
    parts.push(part);
  });
  const bytesAfter: number[] = [];
  let largestPart = 0;
  for (let start = 0; start < count; start += batchSize) {
    writer.add(Array.from({ length: batchSize }, (_, n) => row(start + n)));
    largestPart = Math.max(largestPart, bytes - (bytesAfter.at(-1) ?? 0));
    bytesAfter.push(bytes);
  }
  writer.finish();
  const file = Buffer.concat(parts);
  expect(bytesAfter[batches / 2 - 1]).toBeGreaterThan(file.length * byHalf);
  expect(largestPart).toBeLessThan(file.length * atOnce);
  const [first, ...rows] = await readSheet(file);
  expect(first).toEqual(['Text']);
  expect(rows).toHaveLength(count);
  for (const n of [0, batchSize - 1, batchSize, count / 2 + 1, count - 1]) expect(rows[n]).toEqual(row(n));
}

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

  it('stores numbers, times and durations as numbers, each type with its format', async () => {
    const types = ['number', 'degrees', 'metres', 'bytes', 'percent', 'duration', 'moment', 'clock'] as const;
    const table = { name: 'Types', columns: types.map((type) => ({ heading: type, type })) };
    const row = [-7, 47.376887, 12, 1_048_576, 0.96, 1.5, 46_341.25, 46_341.5];
    const file = write([[row, types]], undefined, table);
    const [, cells, texts] = await readSheet(file);
    // The library that reads the file turns a duration of 1.5 days into a date: 1.5 days after Excel's day 0.
    const dayAndHalf = new Date('1899-12-31T12:00:00Z');
    expect(cells).toEqual([
      ...row.slice(0, 5),
      dayAndHalf,
      new Date('2026-11-15T06:00Z'),
      new Date('2026-11-15T12:00Z'),
    ]);
    const formatsIn = (row: number) => [...'ABCDEFGH'].map((column) => formatOf(file, `${column}${row}`));
    // Excel's built-in formats: 0 general, 3 with thousands separators, 9 percent, 46 hours beyond 24.
    expect(formatsIn(2)).toEqual(['0', '0.000000', '3', '3', '9', '46', 'yyyy-mm-dd hh:mm:ss', 'yyyy-mm-dd hh:mm:ss']);
    // Text stays text in a column of any type.
    expect(texts).toEqual(types);
    expect(formatsIn(3)).toEqual(types.map(() => null));
  });

  it('freezes the headings and adds filters to them in every sheet', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => [`Name ${index}`, '', '']);
    const file = write([rows], 6);
    const [first, second] = [1, 2].map((place) => fileIn(file, `xl/worksheets/sheet${place}.xml`));
    expect(first).toContain('<autoFilter ref="A1:C6"/></worksheet>');
    expect(second).toContain('<autoFilter ref="A1:C3"/></worksheet>');
    for (const sheet of [first, second]) expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2"');
    expect(fileIn(write([]), 'xl/worksheets/sheet1.xml')).toContain('<autoFilter ref="A1:C1"/>');
  });

  it('removes characters that XML does not allow, and cuts text that is too long for a cell', async () => {
    const [, row] = await cellsOf([['a\u0001b\u000bc\uD83D', 'x'.repeat(40_000), '👋 fine']]);
    expect(row?.[0]).toBe('abc');
    expect(row?.[1]).toHaveLength(32_767);
    expect(row?.[2]).toBe('👋 fine');
  });

  it('writes the headings even when there are no rows', async () => {
    expect(await readSheet(write([]))).toEqual([headings]);
    expect(await cellsOf([])).toEqual([headings]);
  });

  it('continues in another sheet when one is full', async () => {
    const rows = Array.from({ length: 10 }, (_, index) => [`Name ${index}`, String(index), 'x']);
    const file = write([rows.slice(0, 3), rows.slice(3, 6), rows.slice(6)], 6);
    expect(await readSheet(file)).toEqual([headings, ...rows.slice(0, 5)]);
    expect(await readSheet(file, 'People  a b 2')).toEqual([headings, ...rows.slice(5)]);
  });

  it('[SPEC 2.99] writes rows as they come: what is written leaves at once and little is held', async () => {
    expect.hasAssertions();
    await expectWrittenAsTheyCome(20_000, { byHalf: 0.3, atOnce: 0.2 });
  });

  it('writes 100,000 rows as they come', { tags: 'full', timeout: 60_000 }, async () => {
    expect.hasAssertions();
    await expectWrittenAsTheyCome(100_000, { byHalf: 0.45, atOnce: 0.05 });
  });
});
