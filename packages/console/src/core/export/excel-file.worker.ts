import { createBlobParts } from './blob-parts.ts';
import { createExcelWriter, excelType, type ExcelWriter } from './excel-file.ts';
import type { ExcelTable, SheetRow } from './excel-table.ts';

/** The messages to the worker: the table, then its rows in batches, then the end. */
export type ExcelRequest = { begin: ExcelTable } | { rows: readonly SheetRow[] } | 'end';

/** The worker's response to each message: accepted, the file at the end, or an error. */
export type ExcelAnswer = 'taken' | { file: Blob } | { problem: string };

const file = createBlobParts(excelType);
let writer: ExcelWriter | undefined;

function handle(request: ExcelRequest): ExcelAnswer {
  if (request === 'end') {
    writer?.finish();
    return { file: file.toBlob() };
  }
  if ('begin' in request) writer = createExcelWriter(request.begin, file.add);
  else writer?.add(request.rows);
  return 'taken';
}

addEventListener('message', ({ data }: MessageEvent<ExcelRequest>) => {
  try {
    postMessage(handle(data));
  } catch (error) {
    postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
