import type { ReactNode } from 'react';
import { breakable } from './breakable.tsx';

/** What any row of a list has. */
export interface ListRow {
  id: number;
}

/** Where a row leads: another page, or this one with something added to its search parameters. */
export type RowLink = string | { search: Readonly<Record<string, unknown>> };

/** Where a column goes when a row becomes a card on a phone. */
export type CardPlace = 'lead' | 'title' | 'aside' | 'line';

/**
 * What a spreadsheet calculates with: `moment` is an ISO time and is shown in UTC, `clock` the same as the clocks of a place
 * showed it, `duration` is milliseconds, `percent` counts from 0 to 100.
 */
export type SheetType = 'number' | 'degrees' | 'metres' | 'bytes' | 'percent' | 'duration' | 'moment' | 'clock';

/** One column of a list, as data: the table, the phone's cards and the Excel file are made from it. */
export interface Column<Row extends ListRow> {
  /** The field it shows, and the word it is sorted by. */
  key: keyof Row & string;
  /** Key of the heading's text, with its namespace: `contacts:columns.name`. */
  header: string;
  /** What the heading draws instead of that text. */
  heading?: ReactNode;
  /** What is drawn; the field's text unless given. */
  cell?: (row: Row) => ReactNode;
  /** What an untouched cell draws, and what is exported unless `sheet` says otherwise. */
  text?: (row: Row) => string;
  /** How the Excel file holds a value that is neither text nor a plain number. Never for a text that a device sent. */
  sheet?: SheetType;
  /** The value for `sheet`, where it is not the field itself; null for an empty cell. */
  sheetValue?: (row: Row) => number | string | null;
  sortable?: boolean;
  /** CSS width in the table; columns without one share what is left. */
  width?: string;
  /** Left out of a table that has little room; cards still show it. Never set for a column that SPEC names. */
  wideOnly?: boolean;
  /** `line` unless given. */
  card?: CardPlace;
  /** Holds buttons, not a value: there is nothing to read on hover, and a card shows its line where there is a button. */
  controls?: boolean;
}

/** A row's value in a column, as text. */
export function cellText<Row extends ListRow>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row);
  const value = row[column.key];
  return value === null || value === undefined ? '' : String(value);
}

/** What a row shows in a column. An empty value gets a dash, so that the eye finds every cell filled; an address may break. */
export function cellContent<Row extends ListRow>(column: Column<Row>, row: Row): ReactNode {
  const text = cellText(column, row);
  return column.cell?.(row) ?? (text.includes('@') ? breakable(text) : text || '–');
}
