import { saveBlob } from '../content/save-as.ts';
import { collectRows, type FetchPage } from './collect-rows.ts';
import type { Column, ListRow } from '../components/columns.ts';
import { exportFileName } from './export-file-name.ts';
import { openExcelFile } from './open-excel-file.ts';
import { sheetCell, sheetHeading, sheetType } from './sheet-values.ts';

/** What is exported: all rows that match the search on screen, in its order. */
export interface ExportSource<Row extends ListRow> {
  /** The sheet's name. */
  name: string;
  /** Parts of the file's name, before the date. */
  fileWords: readonly string[];
  columns: readonly Column<Row>[];
  fetchPage: FetchPage<Row>;
}

/**
 * Reads all rows of a list into a file and saves it; gives back how many they were. While some rows are being written the
 * next ones are on their way; there are never more than these two lots.
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
      // Awaited above or below; until then a failure is not news.
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
