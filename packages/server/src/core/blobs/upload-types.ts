import { open } from 'node:fs/promises';
import { uploadTypes } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { mimeTypeOf } from './images/mime-types.ts';

/** How many leading bytes of a text are checked. */
const sampleBytes = 4096;

/** Types that the leading bytes cannot tell apart (text, audio in a video container): the file's extension decides. */
const typesByName = new Map(
  Object.entries({
    csv: 'text/csv',
    html: 'text/html',
    htm: 'text/html',
    oga: 'audio/ogg',
    opus: 'audio/ogg',
    weba: 'audio/webm',
  }),
);

/** Signatures of executables, refused under any name: ELF, PE, Mach-O, Java, Dalvik, and scripts. */
const programs = [
  '7f454c46',
  '4d5a',
  'feedface',
  'feedfacf',
  'cefaedfe',
  'cffaedfe',
  'cafebabe',
  '6465780a',
  '2321',
  'efbbbf2321',
];

/** Text that begins as active markup other than HTML: XML, SVG, scripts. */
const otherMarkup = /^(?:\uFEFF)?\s*<(?:\?xml|svg|!doctype\s+svg|script\b|\?php)/i;

/**
 * The MIME type of an uploaded file. Its bytes decide, and for text also the extension. Null when the type
 * is not allowed for uploads.
 */
export function uploadTypeOf(sample: Uint8Array, name: string): string | null {
  if (sample.length === 0) return null;
  const bytes = Buffer.from(sample.buffer, sample.byteOffset, sample.byteLength);
  const start = bytes.toString('hex', 0, 8);
  if (programs.some((mark) => start.startsWith(mark))) return null;
  const declared = typesByName.get(extensionOf(name)) ?? '';
  const found = mimeTypeOf(sample, declared);
  if (!(uploadTypes as readonly string[]).includes(found)) return null;
  return found.startsWith('text/') && !isPlainText(bytes) ? null : found;
}

/** Like `uploadTypeOf`, for a file on the disk. Throws `AppError` when the type is not allowed. */
export async function uploadTypeOfFile(path: string, name: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0);
    const found = uploadTypeOf(buffer.subarray(0, bytesRead), name);
    if (found === null) throw new AppError('file_type_not_allowed');
    return found;
  } finally {
    await handle.close();
  }
}

function extensionOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** True for text without control characters other than line breaks and tabs, in UTF-8 or an 8-bit encoding. */
function isPlainText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  // oxlint-disable-next-line no-control-regex -- Control characters tell binary data from text.
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) && !otherMarkup.test(bytes.toString('utf8'));
}
