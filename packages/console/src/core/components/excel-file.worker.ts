import { deflateHere } from './deflate-here.ts';
import { toExcelFile, type ExcelTable } from './excel-file.ts';

/** What the worker answers: the file, or why there is none. */
export type ExcelAnswer = { file: Blob } | { problem: string };

async function answer(table: ExcelTable): Promise<ExcelAnswer> {
  try {
    return { file: await toExcelFile(table) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

deflateHere();
addEventListener('message', ({ data }: MessageEvent<ExcelTable>) => {
  void answer(data).then((result) => postMessage(result));
});
