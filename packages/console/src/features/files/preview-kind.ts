import type { CdnFile } from '@fairwatch/contract';

/** How the page can show a file itself. HTML is text here: nothing of a file ever runs in the console. */
export type PreviewKind = 'picture' | 'sound' | 'video' | 'pdf' | 'text';

/** Text that the server does not know as text by its type. */
const textExtensions = ['csv', 'htm', 'html', 'ini', 'json', 'log', 'md', 'txt', 'xml', 'yaml', 'yml'];

/** Null for what can only be downloaded. The type was found by the bytes, so no name makes something else of a file. */
export function previewKind({
  mimeType,
  fileExtension,
}: Pick<CdnFile, 'mimeType' | 'fileExtension'>): PreviewKind | null {
  if (mimeType.startsWith('image/')) return 'picture';
  if (mimeType.startsWith('audio/')) return 'sound';
  if (mimeType.startsWith('video/')) return 'video';
  if (mimeType === 'application/pdf') return 'pdf';
  const isText = mimeType.startsWith('text/');
  const isNamedText = mimeType === 'application/octet-stream' && textExtensions.includes(fileExtension.toLowerCase());
  return isText || isNamedText ? 'text' : null;
}
