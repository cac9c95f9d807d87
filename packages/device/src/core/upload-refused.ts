import type { Envelope, ErrorCode } from '@fairwatch/contract';
import { backoffMs } from './backoff.ts';

/** The server does not want a file, and says why. */
export class UploadRefused extends Error {
  readonly code: ErrorCode | undefined;

  constructor(text: string, code: ErrorCode | undefined, options?: ErrorOptions) {
    super(text, options);
    this.name = 'UploadRefused';
    this.code = code;
  }
}

const tries = 8;

/** How long to wait before each new try. A connection that brings some bytes through starts at the first again. */
export function retryDelaysMs(): number[] {
  return Array.from({ length: tries }, (_, attempt) => backoffMs(attempt));
}

/** A broken connection, a server that restarts and a lost answer are tried again; a refusal is final. */
export function worthRetrying(status: number | undefined, body: string | undefined): boolean {
  // The day's quota is used up: no delay that anybody waits for brings it back.
  if (messageIn(body)?.code === 'daily_quota') return false;
  if (status === undefined || status === 0 || status === 408 || status === 423 || status === 429) return true;
  return status >= 500 || messageIn(body)?.code === 'upload_offset';
}

/** The server's own words, where it gave any. */
export function refusalOf(body: string | undefined, cause?: unknown): UploadRefused {
  const message = messageIn(body);
  const text = message?.text.client ?? 'Upload failed';
  return new UploadRefused(text, message?.code as ErrorCode | undefined, { cause });
}

function messageIn(body: string | undefined) {
  try {
    return (JSON.parse(body ?? '') as Envelope<unknown>).meta.message[0];
  } catch {
    return undefined;
  }
}
