import { useEffect, useRef, useState } from 'react';
import { toast } from '../toast/toast.tsx';
import type { ListRow } from '../components/table/columns.ts';
import { textOfError } from '../api/api-error.ts';
import { useComponentTexts } from '../components/use-component-texts.ts';
import type { ExportSource } from './export-rows.ts';

/** Runs an export. `share` is its progress from 0 to 1, or null when none is running. */
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
      // Imported lazily, because most visits export nothing.
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
