import { open } from 'node:fs/promises';
import type { FileKind } from '@fairwatch/contract';

/** How many leading bytes `mimeTypeOf` needs. */
export const headBytes = 64;

interface Signature {
  mimeType: string;
  /** Expected bytes in hex, by their offset. */
  at: Readonly<Record<number, string>>;
}

const hex = (text: string) => Buffer.from(text, 'latin1').toString('hex');
const ftyp = hex('ftyp');

/** Checked in this order; the first match wins. */
const signatures: readonly Signature[] = [
  { mimeType: 'image/jpeg', at: { 0: 'ffd8ff' } },
  { mimeType: 'image/png', at: { 0: '89504e470d0a1a0a' } },
  { mimeType: 'image/gif', at: { 0: hex('GIF87a') } },
  { mimeType: 'image/gif', at: { 0: hex('GIF89a') } },
  { mimeType: 'image/webp', at: { 0: hex('RIFF'), 8: hex('WEBP') } },
  { mimeType: 'audio/wav', at: { 0: hex('RIFF'), 8: hex('WAVE') } },
  ...['heic', 'heix', 'mif1', 'msf1'].map((brand) => ({ mimeType: 'image/heic', at: { 4: ftyp, 8: hex(brand) } })),
  { mimeType: 'image/avif', at: { 4: ftyp, 8: hex('avif') } },
  { mimeType: 'audio/mp4', at: { 4: ftyp, 8: hex('M4A ') } },
  { mimeType: 'video/mp4', at: { 4: ftyp } },
  { mimeType: 'video/webm', at: { 0: '1a45dfa3' } },
  { mimeType: 'video/ogg', at: { 0: hex('OggS') } },
  { mimeType: 'audio/mpeg', at: { 0: hex('ID3') } },
  { mimeType: 'audio/mpeg', at: { 0: 'fffb' } },
  { mimeType: 'audio/mpeg', at: { 0: 'fff3' } },
  { mimeType: 'audio/mpeg', at: { 0: 'fff2' } },
  { mimeType: 'application/pdf', at: { 0: hex('%PDF-') } },
  { mimeType: 'application/gzip', at: { 0: '1f8b08' } },
  { mimeType: 'application/vnd.rar', at: { 0: hex('Rar!\u001a\u0007') } },
  { mimeType: 'application/zip', at: { 0: '504b0304' } },
  { mimeType: 'application/zip', at: { 0: '504b0506' } },
];

/** Containers that may hold audio only: the declared type decides whether it is audio or video. */
export const audioTypeOfContainer: Readonly<Record<string, string>> = {
  'video/mp4': 'audio/mp4',
  'video/webm': 'audio/webm',
  'video/ogg': 'audio/ogg',
};
/** An Android app. Its leading bytes are those of a ZIP archive, so the declared type decides. */
export const apkType = 'application/vnd.android.package-archive';

/** Text types have no signature. The declared type is taken, and a browser never renders such a file. */
const texts = ['text/plain', 'text/csv', 'text/html'];

/** The MIME type of a file. Its leading bytes decide; the declared type counts only where they are ambiguous. */
export function mimeTypeOf(head: Uint8Array, declared: string): string {
  const start = Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('hex');
  const fits = ({ at }: Signature) =>
    Object.entries(at).every(([offset, bytes]) => start.startsWith(bytes, Number(offset) * 2));
  const found = signatures.find(fits)?.mimeType;
  const said = declared.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (found === undefined) return texts.includes(said) && !head.includes(0) ? said : 'application/octet-stream';
  if (found === 'application/zip') return said === apkType ? apkType : found;
  return said === audioTypeOfContainer[found] ? said : found;
}

/** Like `mimeTypeOf`, for a file on the disk. */
export async function mimeTypeOfFile(path: string, declared: string): Promise<string> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return mimeTypeOf(buffer.subarray(0, bytesRead), declared);
  } finally {
    await handle.close();
  }
}

/** True when the type belongs to a kind: an image, any media file, or any file at all. */
export function isOfKind(mimeType: string, kind: FileKind): boolean {
  if (kind === 'any') return true;
  return (kind === 'image' ? /^image\// : /^(?:image|audio|video)\//).test(mimeType);
}

/** True for types that a browser can show without running code. All other files are only offered for download. */
export function isShownInline(mimeType: string): boolean {
  return /^(?:image|audio|video)\//.test(mimeType) || mimeType === 'application/pdf';
}
