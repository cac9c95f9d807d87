import writeExcelFile, { type SheetData } from 'write-excel-file/universal';

/** Excel's own limit; longer text would make it call the file damaged. */
const cellLimit = 32_767;
const narrowest = 10;
const widest = 48;

/** A list as it goes into a sheet: texts only. */
export interface ExcelTable {
  name: string;
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/**
 * A list as an .xlsx file. Every cell is typed text, so a value that starts with = + - or @ stays what the device sent
 * and never becomes a formula, and a phone number keeps its zeros.
 */
export function toExcelFile({ name, headings, rows }: ExcelTable): Promise<Blob> {
  const data: SheetData = [
    headings.map((value) => ({ value, type: String, fontWeight: 'bold' })),
    ...rows.map((cells) => cells.map((text) => ({ value: text.slice(0, cellLimit), type: String, format: '@' }))),
  ];
  return writeExcelFile(data, {
    sheet: sheetName(name),
    stickyRowsCount: 1,
    columns: headings.map((heading, index) => ({ width: widthOf(heading, rows, index) })),
  }).toBlob();
}

function widthOf(heading: string, rows: ExcelTable['rows'], index: number): number {
  const longest = rows.reduce((length, cells) => Math.max(length, cells[index]?.length ?? 0), heading.length);
  return Math.min(widest, Math.max(narrowest, longest + 2));
}

/** Excel refuses some signs in a sheet's name, and more than 31 of any. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
}
