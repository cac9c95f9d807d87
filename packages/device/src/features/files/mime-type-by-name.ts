const types = new Map(
  Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    mp4: 'video/mp4',
    webm: 'video/webm',
    pdf: 'application/pdf',
    csv: 'text/csv',
    html: 'text/html',
    htm: 'text/html',
    gz: 'application/gzip',
    rar: 'application/vnd.rar',
  }),
);

/** Derives the MIME type from the extension, as phones do. */
export function mimeTypeByName(name: string): string {
  return types.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream';
}
