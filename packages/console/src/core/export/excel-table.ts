import type { SheetType } from '../components/columns.ts';

/** What a cell of a spreadsheet holds: a text, or a number that its column's type says how to show. */
export type SheetCell = string | number;

export type SheetRow = readonly SheetCell[];

export interface ExcelColumn {
  heading: string;
  type: SheetType;
}

/** What a list is called, what its columns are called, and what their numbers are. */
export interface ExcelTable {
  name: string;
  columns: readonly ExcelColumn[];
}
