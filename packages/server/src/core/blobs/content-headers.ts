import type { ContentVariant } from '@fairwatch/contract';
import type { BlobFacts } from './blobs.store.ts';
import type { ByteRange } from './blob-store.ts';
import { isShownInline } from './mime-types.ts';

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
    // Kept, but asked for again each time, with a short answer while nothing changed: what is withdrawn is gone at once.
    'cache-control': 'private, no-cache',
    etag: etagOf(blob.sha256, variant),
    'accept-ranges': 'bytes',
  };
}

/** Of what is only ever saved, and made anew each time. */
export const savedHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};

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
export function attachment(name: string): string {
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
