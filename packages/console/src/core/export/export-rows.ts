import { saveBlob } from '../content/save-as.ts';
import { collectRows, type FetchPage } from './collect-rows.ts';
import type { Column, ListRow } from '../components/table/columns.ts';
import { exportFileName } from './export-file-name.ts';
import { openExcelFile } from './open-excel-file.ts';
import { sheetCell, sheetHeading, sheetType } from './sheet-values.ts';

/** The source of an export: all rows that match the search on screen, in its order. */
export interface ExportSource<Row extends ListRow> {
  /** The sheet's name. */
  name: string;
  /** The parts of the file name before the date. */
  fileWords: readonly string[];
  columns: readonly Column<Row>[];
  fetchPage: FetchPage<Row>;
}

/**
 * Exports all rows of a list into a file, saves it and returns the number of rows. The next page is read while one is being
 * written, so at most two pages are in memory.
 */
export async function exportRows<Row extends ListRow>(
  { name, fileWords, columns, fetchPage }: ExportSource<Row>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<number> {
  const headings = columns.map((column) => ({ heading: sheetHeading(column), type: sheetType(column) }));
  const sheet = openExcelFile({ name, columns: headings }, signal);
  try {
    let count = 0;
    let writing = Promise.resolve();
    for await (const { rows, share } of collectRows(fetchPage, signal)) {
      await writing;
      writing = sheet.add(rows.map((row) => columns.map((column) => sheetCell(column, row))));
      // A failure is reported where the promise is awaited, so it is not unhandled until then.
      writing.catch(() => undefined);
      count += rows.length;
      onProgress(share);
    }
    await writing;
    saveBlob(await sheet.finish(), exportFileName(fileWords, new Date()));
    return count;
  } finally {
    sheet.close();
  }
}
