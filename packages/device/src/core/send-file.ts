import { deviceFilesPath, limits } from '@fairwatch/contract';
import { Upload, type DetailedError, type HttpRequest } from 'tus-js-client';
import { askMissing } from './missing-files.ts';
import type { OpenFile, UploadTarget } from './open-file.ts';
import { refusalOf, retryDelaysMs, worthRetrying, type UploadRefused } from './upload-refused.ts';

interface Sending {
  file: OpenFile;
  mimeType: string;
  commandId: number;
}

/** Sends one file over tus: in chunks, going on where a broken connection stopped it. */
export async function sendFile(target: UploadTarget, sending: Sending, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { file, mimeType, commandId } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let creations = 0;

  /** An upload that the server no longer knows is begun anew, unless only the answer to its last bytes was lost. */
  async function beforeRequest(request: HttpRequest): Promise<void> {
    if (request.getMethod() !== 'POST') return;
    creations += 1;
    if (creations === 1) return;
    const missing = await askMissing(target, { commandId, hashes: [file.sha256] }, signal);
    if (missing.length > 0) return;
    resolve();
    await upload.abort();
  }

  // The library's word for it is a buffer; what it does with one is left to the reader below.
  const upload: Upload = new Upload(file as unknown as Blob, {
    endpoint: new URL(deviceFilesPath, target.serverUrl).href,
    headers: { authorization: `Bearer ${target.token}` },
    metadata: { commandId: String(commandId), sha256: file.sha256, mimeType },
    chunkSize: limits.request.maxBytes,
    // A small file takes one request instead of two.
    uploadDataDuringCreation: file.size > 0,
    storeFingerprintForResuming: false,
    retryDelays: retryDelaysMs(),
    onShouldRetry: (error) => worthRetrying(error.originalResponse?.getStatus(), error.originalResponse?.getBody()),
    onBeforeRequest: beforeRequest,
    fileReader: { openFile: async () => sourceOf(file) },
    onSuccess: () => resolve(),
    onError: (error) => reject(readError(error)),
  });
  const stop = () => {
    reject(signal.reason);
    // What was sent of it is not wanted any more; if that cannot be said now, it expires.
    upload.abort(true).catch(() => undefined);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    upload.start();
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** The library's error holds the whole request, with the token: only its cause is handed on. */
function readError(error: Error | DetailedError): UploadRefused {
  if (!('originalRequest' in error)) return refusalOf(undefined, error);
  return refusalOf(error.originalResponse?.getBody(), error.causingError);
}

/** The same reader for every platform: plain bytes, with their number where the library looks for it. */
function sourceOf({ size, read }: OpenFile) {
  return {
    size,
    async slice(start: number, end: number) {
      const value = await read(start, Math.min(end, size));
      return { value: Object.assign(value, { size: value.length }), done: end >= size };
    },
    close: () => undefined,
  };
}
