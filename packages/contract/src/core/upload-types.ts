/** The accepted types of uploads, with their extensions. */
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

/** The accepted MIME types. They are detected from the bytes; for text, which has no signature, also from the name. */
export const uploadTypes = /* @__PURE__ */ Object.keys(extensionsOf) as UploadType[];

/** The `accept` attribute of file fields. It includes extensions, since some systems do not know all of the types. */
export function uploadAccept(): string {
  const extensions = Object.values(extensionsOf).flat();
  return [...uploadTypes, ...extensions.map((extension) => `.${extension}`)].join(',');
}

/** The accepted types in words, one extension for each: "JPG", "PNG", ... */
export function uploadExtensions(): string[] {
  return Object.values(extensionsOf).map(([extension]) => extension.toUpperCase());
}
