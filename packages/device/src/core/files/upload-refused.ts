import type { Envelope, ErrorCode } from '@fairwatch/contract';
import { backoffMs } from '../retry/backoff.ts';

/** The server refused a file; the message is its reason. */
export class UploadRefused extends Error {
  readonly code: ErrorCode | undefined;

  constructor(text: string, code: ErrorCode | undefined, options?: ErrorOptions) {
    super(text, options);
    this.name = 'UploadRefused';
    this.code = code;
  }
}

const tries = 8;

/** The delays before each retry. A try that brought some bytes through resets them. */
export function retryDelaysMs(): number[] {
  return Array.from({ length: tries }, (_, attempt) => backoffMs(attempt));
}

/** True for a broken connection, a server that restarts and a lost answer, which are retried. A refusal is final. */
export function worthRetrying(status: number | undefined, body: string | undefined): boolean {
  // The daily quota is used up: no retry helps before tomorrow.
  if (messageIn(body)?.code === 'daily_quota') return false;
  if (status === undefined || status === 0 || status === 408 || status === 423 || status === 429) return true;
  return status >= 500 || messageIn(body)?.code === 'upload_offset';
}

/** Creates the error from the body of the server's answer, with its text if there is one. */
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
