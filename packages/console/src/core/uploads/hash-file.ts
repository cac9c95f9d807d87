import { clientErrorText } from '../api/error-text.ts';
import type { HashAnswer } from './hash.worker.ts';

/** Computes the SHA-256 of a file in a worker, so that the page is not blocked. */
export function hashFile(file: File, signal: AbortSignal, onRead: (bytes: number) => void): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const unreadable = () => reject(new Error(clientErrorText('file_reading_failed')));
  signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  worker.addEventListener('error', unreadable);
  worker.addEventListener('message', ({ data }: MessageEvent<HashAnswer>) => {
    if (data === 'unreadable') unreadable();
    else if ('read' in data) onRead(data.read);
    else resolve(data.sha256);
  });
  worker.postMessage(file, []);
  return promise.finally(() => worker.terminate());
}
