import { useEffect, useRef, useState } from 'react';
import { i18n } from '../i18n/i18n.ts';
import { toast } from '../toast/toast.tsx';
import { collectRows, type FetchPage } from './collect-rows.ts';
import { cellText, type Column, type ListRow } from './columns.ts';
import { textOfError } from './error-view.tsx';
import { exportFileName } from './export-file-name.ts';
import { openExcelFile } from './open-excel-file.ts';
import { useComponentTexts } from './use-component-texts.ts';

/** What is exported: all rows that match the search on screen, in its order. */
export interface ExportSource<Row extends ListRow> {
  /** The sheet's name. */
  name: string;
  /** Parts of the file's name, before the date. */
  fileWords: readonly string[];
  columns: readonly Column<Row>[];
  fetchPage: FetchPage<Row>;
}

/** Runs one export at a time; `share` is how far it is, null when none runs. */
export function useExport<Row extends ListRow>(source: ExportSource<Row>) {
  const { t } = useComponentTexts();
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const { file, count } = await writeFile(source, controller.signal, setShare);
      save(file, exportFileName(source.fileWords, new Date()));
      toast.success(t('export.done', { count }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textOfError(error));
    } finally {
      setShare(null);
    }
  };
  return { share, start, cancel: () => running.current?.abort() };
}

/** While some rows are being written the next ones are on their way; there are never more than these two lots. */
async function writeFile<Row extends ListRow>(
  { name, columns, fetchPage }: ExportSource<Row>,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<{ file: Blob; count: number }> {
  const sheet = openExcelFile({ name, headings: columns.map((column) => i18n.t(column.header)) }, signal);
  try {
    let count = 0;
    let writing = Promise.resolve();
    for await (const { rows, share } of collectRows(fetchPage, signal)) {
      await writing;
      writing = sheet.add(rows.map((row) => columns.map((column) => cellText(column, row))));
      // Awaited above or below; until then a failure is not news.
      writing.catch(() => undefined);
      count += rows.length;
      onProgress(share);
    }
    await writing;
    return { file: await sheet.finish(), count };
  } finally {
    sheet.close();
  }
}

function save(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement('a'), { href: url, download: fileName });
  anchor.click();
  // The browser has taken the file over by the next turn; before, some would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
