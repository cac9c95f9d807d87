// @vitest-environment node
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { toExcelFile } from './excel-file.ts';

const headings = ['Name', 'Phone', 'Note'];

async function cellsOf(rows: readonly string[][]): Promise<unknown[][]> {
  const file = await toExcelFile({ name: 'People: a/b', headings, rows });
  return readSheet(Buffer.from(await file.arrayBuffer()));
}

describe('the Excel file', () => {
  it('Excel export: headings and every row, cell by cell', async () => {
    const rows = [
      ['Anna Maier', '0791234567', 'VIP'],
      ['Ödön “Ö” & <Co>', '+41 44 000', ''],
    ];
    expect(await cellsOf(rows)).toEqual([headings, rows[0], ['Ödön “Ö” & <Co>', '+41 44 000', null]]);
  });

  it.each(['=HYPERLINK("http://x","y")', '+41791234567', '-2+3', '@SUM(A1)', '007', '1e5', '2026-11-15'])(
    'keeps %s as text, never a formula or a number',
    async (value) => expect(await cellsOf([[value, value, value]])).toEqual([headings, [value, value, value]]),
  );

  it('survives signs that XML cannot hold and text longer than a cell', async () => {
    const [, row] = await cellsOf([['a\u0001b\u000bc', 'x'.repeat(40_000), '']]);
    expect(row?.[0]).toBe('abc');
    expect(row?.[1]).toHaveLength(32_767);
  });

  it('holds a list of thousands of rows', async () => {
    const rows = Array.from({ length: 2000 }, (_, index) => [`Name ${index}`, String(index), 'x']);
    expect(await cellsOf(rows)).toEqual([headings, ...rows]);
  });

  it('writes the headings even when there are no rows', async () => {
    expect(await cellsOf([])).toEqual([headings]);
  });
});
