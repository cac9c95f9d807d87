import type { ContentVariant } from '@fairwatch/contract';
import type { BlobFacts } from './blobs.store.ts';
import type { ByteRange } from '../../../core/blobs/blob-store.ts';
import { isShownInline } from '../../../core/blobs/images/mime-types.ts';

interface Shown {
  blob: BlobFacts;
  variant: ContentVariant;
  saveAs: string | undefined;
}

/**
 * Returns the headers of a file: browsers may display pictures, sound, films and documents; everything else is only for
 * saving.
 */
export function contentHeaders({ blob, variant, saveAs }: Shown): Record<string, string> {
  const mimeType = variant === 'thumbnail' ? 'image/webp' : blob.mimeType;
  const inline = isShownInline(mimeType);
  return {
    'content-type': inline ? mimeType : 'application/octet-stream',
    'content-disposition': inline && saveAs === undefined ? 'inline' : attachment(saveAs ?? blob.sha256),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    // Browsers cache it but revalidate each time, so that withdrawn content is gone at once.
    'cache-control': 'private, no-cache',
    etag: etagOf(blob.sha256, variant),
    'accept-ranges': 'bytes',
  };
}

/** The headers of files that are generated for each download and only for saving. */
export const savedHeaders = {
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'private, no-store',
};

/** The hash identifies the bytes, so it is a strong ETag. */
function etagOf(sha256: string, variant: ContentVariant): string {
  return `"${sha256}${variant === 'thumbnail' ? '-thumbnail' : ''}"`;
}

/** True when the browser already has this version. */
export function isCached(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? [];
  return tags.includes(etag) || tags.includes('*');
}

/**
 * Returns the Content-Disposition for saving under a name (RFC 6266, 5987): old programs get its ASCII letters, all others
 * the name itself.
 */
export function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Parses a Range header. Null for the whole file, also when several ranges are requested. */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  // Without a first byte the number is a suffix length.
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return null;
  return start > end ? 'unsatisfiable' : { start, end };
}
