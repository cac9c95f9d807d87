import { createBlobParts } from './blob-parts.ts';
import { createExcelWriter, excelType, type ExcelWriter } from './excel-file.ts';
import type { ExcelTable, SheetRow } from './excel-table.ts';

/** What the worker is told: what the table is, then its rows some at a time, then that there are no more. */
export type ExcelRequest = { begin: ExcelTable } | { rows: readonly SheetRow[] } | 'end';

/** What it answers to each: that it is done, the file at the end, or why there will be none. */
export type ExcelAnswer = 'taken' | { file: Blob } | { problem: string };

const file = createBlobParts(excelType);
let writer: ExcelWriter | undefined;

async function take(request: ExcelRequest): Promise<ExcelAnswer> {
  if (request === 'end') {
    await writer?.finish();
    return { file: file.toBlob() };
  }
  if ('begin' in request) writer = createExcelWriter(request.begin, file.add);
  else await writer?.add(request.rows);
  return 'taken';
}

addEventListener('message', ({ data }: MessageEvent<ExcelRequest>) => {
  take(data).then(
    (answer) => postMessage(answer),
    (error: unknown) => postMessage({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
