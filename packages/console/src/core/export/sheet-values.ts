import { cellText, type Column, type ListRow, type SheetType } from '../components/columns.ts';
import { i18n } from '../i18n/i18n.ts';
import type { SheetCell } from './excel-table.ts';

const dayMs = 86_400_000;
/** Day 0 of a spreadsheet is the last of 1899; this many days later is 1970. */
const unixEpochDays = 25_569;
/** Spreadsheets count a 29 February 1900 that never was: only days after it mean the same in all of them. */
const firstSafeDay = 61;

/** The type of a column's numbers. A column that declares none holds plain numbers wherever its field is one. */
export function sheetType<Row extends ListRow>({ sheet }: Column<Row>): SheetType {
  return sheet ?? 'number';
}

/** A column's heading in a spreadsheet: its name, and the unit or the time zone that its numbers are in. */
export function sheetHeading<Row extends ListRow>({ header, sheet }: Column<Row>): string {
  const name = i18n.t(header);
  return sheet === 'moment' || sheet === 'bytes' || sheet === 'metres' || sheet === 'clock'
    ? i18n.t(`components:export.unit.${sheet}`, { name })
    : name;
}

/** What a spreadsheet holds for a row. What is no number or no time, it keeps as text, so that nothing is lost. */
export function sheetCell<Row extends ListRow>(column: Column<Row>, row: Row): SheetCell {
  const value: unknown = column.sheetValue ? column.sheetValue(row) : row[column.key];
  if (column.sheet === undefined) {
    return typeof value === 'number' && column.text === undefined ? value : cellText(column, row);
  }
  if (value === null || value === undefined) return '';
  const number = inUnit(column.sheet, value);
  return Number.isFinite(number) ? number : cellText(column, row);
}

/** A value as a spreadsheet counts it: days for times and durations, a share of 1 for percents. */
function inUnit(type: SheetType, value: unknown): number {
  switch (type) {
    case 'moment':
    case 'clock':
      return typeof value === 'string' ? dayOf(value) : Number.NaN;
    case 'duration':
      return Number(value) / dayMs;
    case 'percent':
      return Number(value) / 100;
    default:
      return Number(value);
  }
}

/** To the second: that is what the format shows, and what a filter by that text must find. */
function dayOf(moment: string): number {
  const seconds = Math.round(Date.parse(moment) / 1000);
  const day = (seconds * 1000) / dayMs + unixEpochDays;
  return day >= firstSafeDay ? day : Number.NaN;
}

/** The time that clocks showed in a time zone, as if it were UTC; null where there is no such zone. */
export function clockIn(timeZone: string, moment: string): string | null {
  try {
    // Swedish writes dates as ISO 8601 does, whatever language the reader has.
    const language = 'sv';
    const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return `${format.format(new Date(moment)).replace(' ', 'T')}Z`;
  } catch {
    return null;
  }
}
