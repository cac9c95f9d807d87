import { expect, it } from 'vitest';
import type { Column, SheetType } from '../components/table/columns.ts';
import '../components/use-component-texts.ts';
import { clockIn, sheetCell, sheetHeading } from './sheet-values.ts';

interface Row {
  id: number;
  value: unknown;
}

const cellOf = (sheet: SheetType | undefined, value: unknown) => {
  const column: Column<Row> = { key: 'value', header: 'components:export.label', ...(sheet && { sheet }) };
  return sheetCell(column, { id: 1, value });
};

const heading = (sheet?: SheetType) =>
  sheetHeading<Row>({ key: 'value', header: 'components:export.button', ...(sheet && { sheet }) });

it('stores times as days since 1900, in UTC and rounded to the second', () => {
  expect(cellOf('moment', '2026-11-15T12:00:00.000Z')).toBe(46_341.5);
  expect(cellOf('moment', '2026-11-15T13:00:00.400+01:00')).toBe(46_341.5);
  expect(cellOf('moment', '1970-01-01T00:00:00Z')).toBe(25_569);
});

it('stores durations as days and percents as fractions', () => {
  expect(cellOf('duration', 36 * 3_600_000)).toBe(1.5);
  expect(cellOf('duration', 0)).toBe(0);
  expect(cellOf('percent', 96)).toBe(0.96);
  expect(cellOf('bytes', 1_048_576)).toBe(1_048_576);
});

it('leaves a cell without a value empty, and stores invalid numbers and dates before 1900 as text', () => {
  expect(cellOf('moment', null)).toBe('');
  expect(cellOf('bytes', undefined)).toBe('');
  expect(cellOf('moment', 'soon')).toBe('soon');
  expect(cellOf('bytes', Number.NaN)).toBe('NaN');
  expect(cellOf('moment', '1899-12-31T00:00:00Z')).toBe('1899-12-31T00:00:00Z');
});

it('never converts a text to a number or a time', () => {
  for (const text of ['007', '1e5', '=1+1', '-2', '2026-11-15T12:00:00Z']) expect(cellOf(undefined, text)).toBe(text);
  expect(cellOf(undefined, 42)).toBe(42);
});

it('adds the time zone and the unit to the heading', () => {
  expect([heading(), heading('moment'), heading('bytes'), heading('metres'), heading('duration')]).toEqual([
    'Export',
    'Export (UTC)',
    'Export (bytes)',
    'Export (m)',
    'Export',
  ]);
});

it('converts a time to the local time of a time zone', () => {
  expect(clockIn('Asia/Kolkata', '2026-11-15T20:00:00Z')).toBe('2026-11-16T01:30:00Z');
  expect(clockIn('Europe/Zurich', '2026-07-01T22:30:05Z')).toBe('2026-07-02T00:30:05Z');
  expect(clockIn('Nowhere/At all', '2026-11-15T20:00:00Z')).toBeNull();
});
