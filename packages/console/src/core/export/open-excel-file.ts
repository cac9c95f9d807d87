import { clientErrorText } from '../api/error-text.ts';
import type { ExcelAnswer, ExcelRequest } from './excel-file.worker.ts';
import type { ExcelTable, SheetRow } from './excel-table.ts';

/** An Excel file that is being written. */
export interface OpenExcelFile {
  /** Resolves when these rows are written, so that the caller can wait instead of queueing rows. */
  add(rows: readonly SheetRow[]): Promise<void>;
  finish(): Promise<Blob>;
  /** Terminates the worker, also before the file is complete. */
  close(): void;
}

/** Writes the file in a worker, because many thousand rows take seconds, which would block the page. */
export function openExcelFile(table: ExcelTable, signal: AbortSignal): OpenExcelFile {
  const worker = new Worker(new URL('./excel-file.worker.ts', import.meta.url), { type: 'module' });

  let pending: PromiseWithResolvers<Exclude<ExcelAnswer, { problem: string }>> | undefined;
  signal.addEventListener('abort', () => pending?.reject(signal.reason), { once: true });
  worker.addEventListener('error', () => pending?.reject(new Error(clientErrorText('unknown_error'))));
  worker.addEventListener('message', ({ data }: MessageEvent<ExcelAnswer>) => {
    if (data !== 'taken' && 'problem' in data) pending?.reject(new Error(data.problem));
    else pending?.resolve(data);
  });

  /** Sends a request to the worker. Only one may be pending. */
  function send(request: ExcelRequest) {
    signal.throwIfAborted();
    pending = Promise.withResolvers();
    worker.postMessage(request, []);
    return pending.promise;
  }

  const begun = send({ begin: table });
  begun.catch(() => undefined);
  return {
    async add(rows) {
      await begun;
      await send({ rows });
    },
    async finish() {
      await begun;
      const answer = await send('end');
      if (answer === 'taken') throw new Error(clientErrorText('unknown_error'));
      return answer.file;
    },
    close: () => worker.terminate(),
  };
}
