import { open } from 'node:fs/promises';
import { uploadTypes } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { mimeTypeOf } from './mime-types.ts';

/** So much of a text is looked at. */
const sampleBytes = 4096;

/** Text has no mark of its own, and sound alone has that of a film: there, what it is called decides. */
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

/** Programs, however they are called: for Linux, Windows, Apple's, Java and Android, and scripts. */
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

/** Text that begins as markup of another kind than HTML. */
const otherMarkup = /^(?:\uFEFF)?\s*<(?:\?xml|svg|!doctype\s+svg|script\b|\?php)/i;

/**
 * What a file that somebody uploads is. The bytes decide; where they are text, the name does too. Null when it is nothing
 * that may be uploaded.
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

/** The same for a file on the disk, which is refused when it may not be uploaded. */
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

/** Letters only: no control characters but those of lines, in UTF-8 or an older alphabet. */
function isPlainText(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  // oxlint-disable-next-line no-control-regex -- These are what tells text from the rest.
  return !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) && !otherMarkup.test(bytes.toString('utf8'));
}
