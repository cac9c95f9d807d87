import type { Readable } from 'node:stream';

/** The caller went away, or what came was no form. */
export function brokenOff(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_STREAM_PREMATURE_CLOSE');
}

/** More came than a form may carry; that was left out. */
export function isTruncated(bytes: Readable): boolean {
  return 'truncated' in bytes && bytes.truncated === true;
}
