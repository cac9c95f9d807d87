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
import { createZipWriter, type ZipEntry } from './zip-writer.ts';

/** The rows of a list on their way into an .xlsx file. */
export interface ExcelWriter {
  add(rows: readonly SheetRow[]): Promise<void>;
  finish(): Promise<void>;
}

/** Excel opens no sheet with more rows, the heading included. */
const sheetRows = 1_048_576;

export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Writes a list as an .xlsx file, some rows at a time. What is written leaves through `emit` and is not kept, so a
 * hundred thousand rows take no more memory than a thousand. Rows that one sheet cannot hold go on in another.
 */
export function createExcelWriter(
  { name, columns }: ExcelTable,
  emit: (part: Uint8Array<ArrayBuffer>) => void,
  rowsPerSheet = sheetRows,
): ExcelWriter {
  const zip = createZipWriter(emit);
  const names: string[] = [];
  let sheet: ZipEntry | null = null;
  let written = 0;
  /** Judged by the rows that come first: the others are not known yet when the sheet begins. */
  let widths: number[] | null = null;

  async function openSheet(): Promise<ZipEntry> {
    const entry = zip.open(sheetPath(names.length));
    names.push(sheetName(name, names.length));
    await entry.write(sheetStart(widths ?? columnWidths(columns, [])) + headingsXml(columns));
    written = 1;
    return entry;
  }

  async function closeSheet(): Promise<void> {
    await sheet?.write(sheetEnd(columns.length, written));
    await sheet?.close();
    sheet = null;
  }

  return {
    async add(rows) {
      widths ??= columnWidths(columns, rows);
      let rest = rows;
      while (rest.length > 0) {
        sheet ??= await openSheet();
        const fitting = rest.slice(0, rowsPerSheet - written);
        const start = written;
        written += fitting.length;
        await sheet.write(fitting.map((cells, place) => rowXml(cells, start + place + 1, columns)).join(''));
        rest = rest.slice(fitting.length);
        if (written === rowsPerSheet && rest.length > 0) await closeSheet();
      }
    },

    async finish() {
      if (sheet === null) sheet = await openSheet();
      await closeSheet();
      for (const [path, text] of workbookFiles(names)) {
        const entry = zip.open(path);
        await entry.write(text);
        await entry.close();
      }
      zip.finish();
    },
  };
}
