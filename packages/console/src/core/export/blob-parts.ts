/** So much is held before it is handed to the browser, which may keep it on disk. */
const handOverBytes = 4 * 1024 * 1024;

/** Collects the parts of a large file without holding them all in this thread's memory. */
export function createBlobParts(type: string) {
  const done: Blob[] = [];
  let parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const handOver = () => {
    done.push(new Blob(parts));
    parts = [];
    bytes = 0;
  };
  return {
    add(part: Uint8Array<ArrayBuffer>): void {
      parts.push(part);
      bytes += part.length;
      if (bytes >= handOverBytes) handOver();
    },
    toBlob(): Blob {
      handOver();
      return new Blob(done, { type });
    },
  };
}
