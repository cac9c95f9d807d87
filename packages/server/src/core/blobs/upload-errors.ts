import type { Readable } from 'node:stream';

/** Messages of the multipart parser about a truncated form. These errors have no code. */
const brokenForm = /^(?:Unexpected end of multipart data|Part terminated early)/;

/** True when an upload failed because the caller disconnected or sent a truncated form. */
export function isBrokenUpload(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('ERR_STREAM_PREMATURE_CLOSE') || code === 'ABORT_ERR' || brokenForm.test(error.message);
}

/** True when the file was larger than the form's limit. The parser dropped the rest. */
export function isTruncated(bytes: Readable | string): boolean {
  return typeof bytes !== 'string' && 'truncated' in bytes && bytes.truncated === true;
}
