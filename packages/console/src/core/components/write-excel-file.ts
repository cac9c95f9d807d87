import { clientErrors } from '@fairwatch/contract';
import type { ExcelTable } from './excel-file.ts';
import type { ExcelAnswer } from './excel-file.worker.ts';

/** Makes the file in a worker: many thousand rows take seconds, in which the page must stay alive. */
export function writeExcelFile(table: ExcelTable, signal: AbortSignal): Promise<Blob> {
  const worker = new Worker(new URL('./excel-file.worker.ts', import.meta.url), { type: 'module' });
  const answer = new Promise<Blob>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('error', () => reject(new Error(clientErrors.unknown_error)));
    worker.addEventListener('message', ({ data }: MessageEvent<ExcelAnswer>) => {
      if ('file' in data) resolve(data.file);
      else reject(new Error(data.problem));
    });
  });
  worker.postMessage(table, []);
  return answer.finally(() => worker.terminate());
}
