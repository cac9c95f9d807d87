import type { FileHandle } from 'node:fs/promises';

/** Bytes of any length, read in parts. */
export interface ByteSource {
  size: number;
  /** Fewer bytes at the end of the file. */
  read(start: number, length: number): Promise<DataView>;
}

export async function sourceOf(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    async read(start, length) {
      const wanted = Math.max(0, Math.min(length, size - start));
      const { buffer, bytesRead } = await handle.read(new Uint8Array(wanted), 0, wanted, start);
      return new DataView(buffer.buffer, 0, bytesRead);
    },
  };
}

export function textAt(view: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, place) => String.fromCharCode(view.getUint8(at + place))).join('');
}

/** Like `textAt`, but an empty text beyond the end. */
export function startsWith(view: DataView, text: string, at = 0): boolean {
  return view.byteLength >= at + text.length && textAt(view, at, text.length) === text;
}
