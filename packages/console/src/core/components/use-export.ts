import { useEffect, useRef, useState } from 'react';
import { toast } from '../toast/toast.tsx';
import type { FetchPage } from './collect-rows.ts';
import type { Column, ListRow } from './columns.ts';
import { textOfError } from './error-view.tsx';
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
      // Its code comes with the first export: most visits have none.
      const { exportRows } = await import('./export-rows.ts');
      const count = await exportRows(source, controller.signal, setShare);
      toast.success(t('export.done', { count }));
    } catch (error) {
      if (!controller.signal.aborted) toast.error(textOfError(error));
    } finally {
      setShare(null);
    }
  };
  return { share, start, cancel: () => running.current?.abort() };
}
