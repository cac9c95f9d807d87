import { deviceFilesPath, limits } from '@fairwatch/contract';
import { Upload, type DetailedError, type HttpRequest, type HttpResponse } from 'tus-js-client';
import { askMissing } from './missing-files.ts';
import type { OpenFile, FileServer } from './open-file.ts';
import { refusalOf, retryDelaysMs, worthRetrying, type UploadRefused } from './upload-refused.ts';

interface Sending {
  file: OpenFile;
  mimeType: string;
  commandId: number;
  onBytes?: ((sent: number, size: number) => void) | undefined;
}

/** Sends one file over tus: in chunks, going on where a broken connection stopped it. */
export async function sendFile(target: FileServer, sending: Sending, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { file, mimeType, commandId, onBytes } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let creations = 0;

  /**
   * An upload that the server no longer knows is begun anew, unless only the answer to its last bytes was lost. What is
   * thrown here keeps the request from being made; once aborted, the library says no more.
   */
  async function beforeRequest(request: HttpRequest): Promise<void> {
    if (request.getMethod() !== 'POST') return;
    creations += 1;
    if (creations === 1) return;
    const missing = await askMissing(target, { commandId, hashes: [file.sha256] }, signal).catch((error: unknown) => {
      reject(error);
      return [];
    });
    if (missing.length > 0) return;
    resolve();
    await upload.abort();
    throw new Error('This upload is over.');
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
    onAfterResponse: askAgainLater,
    fileReader: { openFile: async () => sourceOf(file) },
    onProgress: (sent) => onBytes?.(sent, file.size),
    onSuccess: () => resolve(),
    onError: (error) => reject(readError(error)),
  });
  const stop = () => {
    reject(signal.reason);
    void upload.abort();
    if (upload.url !== null) void forget(target, upload.url);
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    upload.start();
    await promise;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A server that cannot say now how far an upload is may know it soon: that is no reason to begin anew. */
function askAgainLater(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() === 'HEAD' && worthRetrying(status, undefined)) throw new Error(`The server said ${status}.`);
}

/** What was sent of it is not wanted any more. If that cannot be said now, it expires. */
async function forget({ token }: FileServer, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) }).catch(() => undefined);
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
