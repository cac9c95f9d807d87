import type { ReactNode } from 'react';
import { breakable } from '../text/breakable.tsx';
import type { TextKey } from '../../i18n/translate.ts';

/** The fields that every row of a list has. */
export interface ListRow {
  id: number;
}

/** The link of a row: another page, or the current page with further search parameters. */
export type RowLink = string | { search: Readonly<Record<string, unknown>> };

/** The position of a column's value when a row is shown as a card on a phone. An id, which says little, comes `last`. */
export type CardPlace = 'lead' | 'title' | 'aside' | 'line' | 'last';

/**
 * The type of a value in the Excel file: `moment` is an ISO time that is written in UTC, `clock` is the local time of a
 * place written as if it were UTC (`clockIn`), `duration` is in milliseconds, `percent` is from 0 to 100.
 */
export type SheetType = 'number' | 'degrees' | 'metres' | 'bytes' | 'percent' | 'duration' | 'moment' | 'clock';

/** One column of a list. The table, the cards on a phone and the Excel file are generated from it. */
export interface Column<Row extends ListRow> {
  /** The field that the column shows and sorts by. */
  key: keyof Row & string;
  /** The key of the heading's text with its namespace: `contacts:columns.name`. */
  header: TextKey;
  /** Rendered in the heading instead of the text. */
  heading?: ReactNode;
  /** Renders the cell; by default it shows `text`. */
  cell?: (row: Row) => ReactNode;
  /** Rendered under the cell's content, outside of the link that the title of a row is. */
  below?: (row: Row) => ReactNode;
  /** The cell as text, for its title, the default cell and the export. By default the field's value. */
  text?: (row: Row) => string;
  /** The type of the value in the Excel file, when it is not text. Never set for a text that a device sent. */
  sheet?: SheetType;
  /** The value for `sheet`; by default the field's value. Null is an empty cell. */
  sheetValue?: (row: Row) => number | string | null;
  sortable?: boolean;
  /** The CSS width in the table. Columns without one share the remaining width. */
  width?: string;
  /** Hidden in a narrow table, but shown on cards. Never set for a column that SPEC names. */
  wideOnly?: boolean;
  /** `line` by default. */
  card?: CardPlace;
  /** The cell has buttons instead of a value, so it has no title, and a card leaves it out when a row has no buttons. */
  controls?: boolean;
}

/** The value of a row in a column as text. */
export function cellText<Row extends ListRow>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row);
  const value = row[column.key];
  return value === null || value === undefined ? '' : String(value);
}

/** Renders the cell of a row. An empty value is shown as a dash; an email address may break after its dots. */
export function cellContent<Row extends ListRow>(column: Column<Row>, row: Row): ReactNode {
  const text = cellText(column, row);
  return column.cell?.(row) ?? (text.includes('@') ? breakable(text) : text || '–');
}
