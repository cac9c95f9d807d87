/** Each type that a file may have which somebody uploads, and how files of it are called. */
const extensionsOf = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'audio/mpeg': ['mp3'],
  'audio/wav': ['wav'],
  'audio/ogg': ['oga', 'opus'],
  'audio/webm': ['weba'],
  'video/mp4': ['mp4'],
  'video/webm': ['webm'],
  'video/ogg': ['ogv', 'ogg'],
  'application/pdf': ['pdf'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'application/gzip': ['gz', 'tgz'],
  'application/vnd.rar': ['rar'],
} as const;
type UploadType = keyof typeof extensionsOf;

/** What a file that somebody uploads may be, by its bytes; of text, which has no mark of its own, by its name too. */
export const uploadTypes = /* @__PURE__ */ Object.keys(extensionsOf) as UploadType[];

/** For `accept` of a file field. Some systems know no type for some of them, so their extensions stand there, too. */
export function uploadAccept(): string {
  const extensions = Object.values(extensionsOf).flat();
  return [...uploadTypes, ...extensions.map((extension) => `.${extension}`)].join(',');
}

/** The same for people, one extension for each type: "JPG", "PNG", ... */
export function uploadExtensions(): string[] {
  return Object.values(extensionsOf).map(([extension]) => extension.toUpperCase());
}
