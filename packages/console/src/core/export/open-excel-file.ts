import { clientErrors } from '@fairwatch/contract';
import type { ExcelAnswer, ExcelRequest } from './excel-file.worker.ts';
import type { ExcelTable, SheetRow } from './excel-table.ts';

/** An Excel file that is being written. */
export interface OpenExcelFile {
  /** Resolves when these rows are in the file: whoever waits for it never piles rows up. */
  add(rows: readonly SheetRow[]): Promise<void>;
  finish(): Promise<Blob>;
  /** Ends it, finished or not. */
  close(): void;
}

/** Writes the file in a worker: many thousand rows take seconds, in which the page must stay alive. */
export function openExcelFile(table: ExcelTable, signal: AbortSignal): OpenExcelFile {
  const worker = new Worker(new URL('./excel-file.worker.ts', import.meta.url), { type: 'module' });

  let waiting: PromiseWithResolvers<Exclude<ExcelAnswer, { problem: string }>> | undefined;
  signal.addEventListener('abort', () => waiting?.reject(signal.reason), { once: true });
  worker.addEventListener('error', () => waiting?.reject(new Error(clientErrors.unknown_error)));
  worker.addEventListener('message', ({ data }: MessageEvent<ExcelAnswer>) => {
    if (data !== 'taken' && 'problem' in data) waiting?.reject(new Error(data.problem));
    else waiting?.resolve(data);
  });

  /** One request at a time. */
  function ask(request: ExcelRequest) {
    signal.throwIfAborted();
    waiting = Promise.withResolvers();
    worker.postMessage(request, []);
    return waiting.promise;
  }

  const begun = ask({ begin: table });
  begun.catch(() => undefined);
  return {
    async add(rows) {
      await begun;
      await ask({ rows });
    },
    async finish() {
      await begun;
      const answer = await ask('end');
      if (answer === 'taken') throw new Error(clientErrors.unknown_error);
      return answer.file;
    },
    close: () => worker.terminate(),
  };
}
