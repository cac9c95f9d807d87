import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ExcelTable, SheetRow } from './excel-table.ts';
import {
  columnWidths,
  headingsXml,
  rowXml,
  sheetEnd,
  sheetName,
  sheetPath,
  sheetStart,
  workbookFiles,
} from './excel-xml.ts';

/** Writes rows into an .xlsx file. */
export interface ExcelWriter {
  add(rows: readonly SheetRow[]): void;
  finish(): void;
}

/** Excel's limit of rows in a sheet, the heading included. */
const maxSheetRows = 1_048_576;

/** A larger zip would need ZIP64, which fflate does not write. */
const maxFileBytes = 0xffff_ffff;

/** The earliest date of a zip entry. It is constant, so that the same rows give the same file. */
const entryDate = new Date(1980, 0, 1);

export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Writes a list as an .xlsx file in batches of rows. The output is passed to `emit` and not kept, so a hundred thousand rows take no
 * more memory than a thousand. Rows beyond the limit of a sheet continue in another one.
 */
export function createExcelWriter(
  { name, columns }: ExcelTable,
  emit: (part: Uint8Array<ArrayBuffer>) => void,
  rowsPerSheet = maxSheetRows,
): ExcelWriter {
  let length = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    length += part.length;
    if (length > maxFileBytes) throw new Error('The file is too large.');
    emit(part);
  });
  const names: string[] = [];
  let sheet: ZipDeflate | null = null;
  let written = 0;
  /** Computed from the first batch, because a sheet begins with its column widths. */
  let widths: number[] | null = null;

  /** Opens an entry of the zip. The one before must be complete. */
  function openFile(path: string): ZipDeflate {
    const file = new ZipDeflate(path, { level: 3 });
    file.mtime = entryDate;
    zip.add(file);
    return file;
  }

  function openSheet(): ZipDeflate {
    const file = openFile(sheetPath(names.length));
    names.push(sheetName(name, names.length));
    file.push(strToU8(sheetStart(widths ?? columnWidths(columns, [])) + headingsXml(columns)));
    written = 1;
    return file;
  }

  function closeSheet(): void {
    sheet?.push(strToU8(sheetEnd(columns.length, written)), true);
    sheet = null;
  }

  return {
    add(rows) {
      widths ??= columnWidths(columns, rows);
      let rest = rows;
      while (rest.length > 0) {
        sheet ??= openSheet();
        const fitting = rest.slice(0, rowsPerSheet - written);
        const start = written;
        written += fitting.length;
        sheet.push(strToU8(fitting.map((cells, place) => rowXml(cells, start + place + 1, columns)).join('')));
        rest = rest.slice(fitting.length);
        if (written === rowsPerSheet && rest.length > 0) closeSheet();
      }
    },

    finish() {
      sheet ??= openSheet();
      closeSheet();
      for (const [path, text] of workbookFiles(names)) openFile(path).push(strToU8(text), true);
      zip.end();
    },
  };
}
