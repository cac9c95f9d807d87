import type { ContentVariant } from '@fairwatch/contract';
import type { BlobFacts } from './blobs.store.ts';
import type { ByteRange } from './blob-store.ts';
import { isShownInline } from './mime-types.ts';

/** Asked again after this time; the answer is short while nothing changed. Long enough for scrolling up and down. */
const cachedSeconds = 30;

interface Shown {
  blob: BlobFacts;
  variant: ContentVariant;
  saveAs: string | undefined;
}

/** What a browser may do with a file of a device: look at pictures, sound, films and documents. The rest is for saving. */
export function contentHeaders({ blob, variant, saveAs }: Shown): Record<string, string> {
  const mimeType = variant === 'thumbnail' ? 'image/webp' : blob.mimeType;
  const inline = isShownInline(mimeType);
  return {
    'content-type': inline ? mimeType : 'application/octet-stream',
    'content-disposition': inline && saveAs === undefined ? 'inline' : attachment(saveAs ?? blob.sha256),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    'cache-control': `private, max-age=${cachedSeconds}, must-revalidate`,
    etag: etagOf(blob.sha256, variant),
    'accept-ranges': 'bytes',
  };
}

/** Bytes under a hash never change. */
function etagOf(sha256: string, variant: ContentVariant): string {
  return `"${sha256}${variant === 'thumbnail' ? '-thumbnail' : ''}"`;
}

/** Whether a browser has it already. */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/** For saving under a name (RFC 6266, 5987): old programs get its plain letters, all others the name itself. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** The one range that is asked for; null for the whole file, also when several are wanted. */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  // Without a first byte, the number counts from the end.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
