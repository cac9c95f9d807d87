import type { Readable } from 'node:stream';

/** What the parser of forms says, without a code, about one that ends before its end. */
const brokenForm = /^(?:Unexpected end of multipart data|Part terminated early)/;

/** The caller went away, or what came was no form. */
export function brokenOff(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_STREAM_PREMATURE_CLOSE') || code === 'ABORT_ERR' || brokenForm.test(error.message);
}

/** More came than a form may carry; that was left out. */
export function isTruncated(bytes: Readable | string): boolean {
  return typeof bytes !== 'string' && 'truncated' in bytes && bytes.truncated === true;
}
