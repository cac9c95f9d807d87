import type { CdnFile } from '@fairwatch/contract';

/** How the console previews a file. HTML is shown as text, because no content of a file may run in the console. */
export type PreviewKind = 'picture' | 'sound' | 'video' | 'pdf' | 'text';

/** Extensions of text files whose type the server cannot detect from the content. */
const textExtensions = ['csv', 'htm', 'html', 'ini', 'json', 'log', 'md', 'txt', 'xml', 'yaml', 'yml'];

/** Null for a file without a preview. The server detected `mimeType` from the content, so a misleading extension changes nothing. */
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
