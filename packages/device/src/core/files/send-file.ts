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

/** Uploads one file over tus, in chunks; a broken upload is resumed. */
export async function sendFile(target: FileServer, sending: Sending, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { file, mimeType, commandId, onBytes } = sending;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let creations = 0;

  /**
   * Restarts an upload that the server no longer knows, unless only the answer to its last bytes was lost. An error thrown here
   * keeps the request from being sent; once aborted, the library calls nothing more.
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

  // The library's type is a buffer, which it only hands on to the reader below.
  const upload: Upload = new Upload(file as unknown as Blob, {
    endpoint: new URL(deviceFilesPath, target.serverUrl).href,
    headers: { authorization: `Bearer ${target.token}` },
    metadata: { commandId: String(commandId), sha256: file.sha256, mimeType },
    chunkSize: limits.request.maxBytes,
    // Sends the first bytes with the creation, so that a small file takes one request instead of two.
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

/** Throws on a temporary error in the answer about the offset, so that the library retries instead of restarting the upload. */
function askAgainLater(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() === 'HEAD' && worthRetrying(status, undefined)) throw new Error(`The server said ${status}.`);
}

/** Deletes the partial upload. If that fails, the server deletes it when it expires. */
async function forget({ token }: FileServer, url: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  await fetch(url, { method: 'DELETE', headers, signal: AbortSignal.timeout(5000) }).catch(() => undefined);
}

/** Returns the cause only, since the library's error contains the whole request with the token. */
function readError(error: Error | DetailedError): UploadRefused {
  if (!('originalRequest' in error)) return refusalOf(undefined, error);
  return refusalOf(error.originalResponse?.getBody(), error.causingError);
}

/** Reads slices of a file, in the shape that the library asks for on every platform. */
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
