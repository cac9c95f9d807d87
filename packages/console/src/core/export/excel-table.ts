import type { SheetType } from '../components/table/columns.ts';

/** The value of a cell: a text, or a number that is formatted by the type of its column. */
export type SheetCell = string | number;

export type SheetRow = readonly SheetCell[];

export interface ExcelColumn {
  heading: string;
  type: SheetType;
}

/** The name and the columns of an exported list. */
export interface ExcelTable {
  name: string;
  columns: readonly ExcelColumn[];
}
