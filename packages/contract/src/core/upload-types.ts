/** What a file that somebody uploads may be, by its bytes; of text, which has no mark of its own, by its name too. */
export const uploadTypes = [
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'audio/mpeg',
  'audio/wav',
  'audio/ogg',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'application/pdf',
  'text/csv',
  'text/html',
  'application/gzip',
  'application/vnd.rar',
] as const;
