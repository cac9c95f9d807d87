/** The MIME type of each extension. Of several extensions for a type, the first is the one that a file without any gets. */
const types = /* @__PURE__ */ new Map(
  /* @__PURE__ */ Object.entries({
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    png: 'image/png',
    gif: 'image/gif',
    webp: 'image/webp',
    avif: 'image/avif',
    heic: 'image/heic',
    heif: 'image/heif',
    mp3: 'audio/mpeg',
    wav: 'audio/wav',
    ogg: 'audio/ogg',
    opus: 'audio/ogg',
    m4a: 'audio/mp4',
    weba: 'audio/webm',
    aac: 'audio/aac',
    mp4: 'video/mp4',
    m4v: 'video/mp4',
    mov: 'video/quicktime',
    '3gp': 'video/3gpp',
    mkv: 'video/x-matroska',
    avi: 'video/x-msvideo',
    webm: 'video/webm',
    ogv: 'video/ogg',
    txt: 'text/plain',
    pdf: 'application/pdf',
    csv: 'text/csv',
    html: 'text/html',
    htm: 'text/html',
    gz: 'application/gzip',
    rar: 'application/vnd.rar',
    zip: 'application/zip',
    apk: 'application/vnd.android.package-archive',
    json: 'application/json',
  }),
);

/** Derives the MIME type from the extension, as phones do. */
export function mimeTypeByName(name: string): string {
  return types.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase()) ?? 'application/octet-stream';
}

/**
 * A name with an extension by which programs know what to open it with: `photo` becomes `photo.jpg`. An extension of the same
 * kind stays, because a picture opens as a picture.
 */
export function nameOfType(name: string, mimeType: string): string {
  if (kindOf(mimeTypeByName(name)) === kindOf(mimeType)) return name;
  const [extension] = [...types].find(([, type]) => type === mimeType) ?? [];
  return extension === undefined ? name : `${name}.${extension}`;
}

/** `image` of all pictures; the whole type of what is no picture, film or sound. */
function kindOf(mimeType: string): string {
  return /^(?:image|video|audio)(?=\/)/.exec(mimeType)?.[0] ?? mimeType;
}
