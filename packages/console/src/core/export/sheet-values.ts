import { cellText, type Column, type ListRow, type SheetType } from '../components/table/columns.ts';
import { i18n } from '../i18n/i18n.ts';
import type { SheetCell } from './excel-table.ts';

const dayMs = 86_400_000;
/** The days from day 0 of a spreadsheet (the last of 1899) to 1970-01-01, in the count that includes 1900-02-29. */
const unixEpochDays = 25_569;
/** The first day after 1900-02-29, which does not exist but which Excel counts. Earlier days differ between programs. */
const firstSafeDay = 61;

/** The type of a column's numbers; plain numbers by default. */
export function sheetType<Row extends ListRow>({ sheet }: Column<Row>): SheetType {
  return sheet ?? 'number';
}

/** The heading of a column: its name, and the unit or the time zone of its numbers. */
export function sheetHeading<Row extends ListRow>({ header, sheet }: Column<Row>): string {
  const name = i18n.t(header);
  return sheet === 'moment' || sheet === 'bytes' || sheet === 'metres' || sheet === 'clock'
    ? i18n.t(`components:export.unit.${sheet}`, { name })
    : name;
}

/** The cell of a row. An invalid number or time is stored as text, so that nothing is lost. */
export function sheetCell<Row extends ListRow>(column: Column<Row>, row: Row): SheetCell {
  const value: unknown = column.sheetValue ? column.sheetValue(row) : row[column.key];
  if (column.sheet === undefined) {
    return typeof value === 'number' && column.text === undefined ? value : cellText(column, row);
  }
  if (value === null || value === undefined) return '';
  const number = inUnit(column.sheet, value);
  return Number.isFinite(number) ? number : cellText(column, row);
}

/** A value in the unit of spreadsheets: days for times and durations, fractions for percents. */
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

/** The days since day 0, rounded to the second, because the cell format shows seconds and filters compare the shown text. */
function dayOf(moment: string): number {
  const seconds = Math.round(Date.parse(moment) / 1000);
  const day = (seconds * 1000) / dayMs + unixEpochDays;
  return day >= firstSafeDay ? day : Number.NaN;
}

/** The local time in a time zone, written as if it were UTC; null when the time zone is unknown. */
export function clockIn(timeZone: string, moment: string): string | null {
  try {
    // The Swedish locale formats dates as ISO 8601.
    const language = 'sv';
    const format = new Intl.DateTimeFormat(language, { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return `${format.format(new Date(moment)).replace(' ', 'T')}Z`;
  } catch {
    return null;
  }
}
