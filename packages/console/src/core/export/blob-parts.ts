/** Parts are buffered up to this size before they become a Blob, which the browser may keep on disk. */
const flushBytes = 4 * 1024 * 1024;

/** Collects the parts of a large file without holding them all in this thread's memory. */
export function createBlobParts(type: string) {
  const blobs: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const flush = () => {
    blobs.push(new Blob(parts));
    parts = [];
    bytes = 0;
  };
  return {
    add(part: Uint8Array<ArrayBuffer>): void {
      parts.push(part);
      bytes += part.length;
      if (bytes >= flushBytes) flush();
    },
    toBlob(): Blob {
      flush();
      return new Blob(blobs, { type });
    },
  };
}
