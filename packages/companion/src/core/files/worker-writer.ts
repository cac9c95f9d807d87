import type { FileWriter } from './file-writer.ts';
import type { WriterAnswer, WriterTask } from './file-writer.worker.ts';
import { commonText } from '../texts/common.texts.ts';

const pieceBytes = 1024 * 1024;

/** Writes a file of the private folder through a worker, for browsers that write nowhere else. */
export async function openWorkerWriter(handle: FileSystemFileHandle): Promise<FileWriter> {
  const worker = new Worker(new URL('./file-writer.worker.ts', import.meta.url), { type: 'module' });
  const ask = (task: WriterTask) =>
    new Promise<void>((resolve, reject) => {
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<WriterAnswer>) => {
          if (data.problem === null) resolve();
          else reject(new DOMException(data.problem.message, data.problem.name));
        },
        { once: true },
      );
      worker.addEventListener('error', () => reject(new Error(commonText('fileNotWritten'))), { once: true });
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(task);
    });
  const end = async (task: WriterTask) => {
    try {
      await ask(task);
    } finally {
      worker.terminate();
    }
  };
  try {
    await ask({ kind: 'open', handle });
  } catch (error) {
    worker.terminate();
    throw error;
  }
  return {
    async write(content) {
      if (content instanceof Uint8Array) return await ask({ kind: 'write', bytes: content });
      for (let start = 0; start < content.size; start += pieceBytes) {
        const bytes = new Uint8Array(await content.slice(start, start + pieceBytes).arrayBuffer());
        await ask({ kind: 'write', bytes });
      }
    },
    close: () => end({ kind: 'close' }),
    abort: () => end({ kind: 'close' }),
  };
}
