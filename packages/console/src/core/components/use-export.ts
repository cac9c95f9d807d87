import { useEffect, useRef, useState } from 'react';
import { toast } from '../toast/toast.tsx';
import { collectRows, type FetchPage } from './collect-rows.ts';
import { cellText, type Column, type ListRow } from './columns.ts';
import { textOfError } from './error-view.tsx';
import { exportFileName } from './export-file-name.ts';
import { useComponentTexts } from './use-component-texts.ts';
import { writeExcelFile } from './write-excel-file.ts';

/** Reading the rows is most of the way; the rest is writing the file. */
const readingShare = 0.9;

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
export function useExport<Row extends ListRow>({ name, fileWords, columns, fetchPage }: ExportSource<Row>) {
  const { t } = useComponentTexts();
  const [share, setShare] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      const rows = await collectRows(fetchPage, controller.signal, (read) => setShare(read * readingShare));
      const table = {
        name,
        headings: columns.map((column) => t(column.header)),
        rows: rows.map((row) => columns.map((column) => cellText(column, row))),
      };
      const file = await writeExcelFile(table, controller.signal);
      save(file, exportFileName(fileWords, new Date()));
      toast.success(t('export.done', { count: rows.length }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textOfError(error));
    } finally {
      setShare(null);
    }
  };
  return { share, start, cancel: () => running.current?.abort() };
}

function save(file: Blob, fileName: string): void {
  const url = URL.createObjectURL(file);
  const anchor = Object.assign(document.createElement('a'), { href: url, download: fileName });
  anchor.click();
  // The browser has taken the file over by the next turn; before, some would save nothing.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
