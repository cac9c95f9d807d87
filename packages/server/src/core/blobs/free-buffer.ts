/** Smaller ones may be a parser's own buffer, and are not worth it. */
const worthFreeingBytes = 4096;

/**
 * Frees the memory of a piece of a stream that nobody reads any more; the piece is empty then. Left to V8, the buffers of an upload
 * count as garbage of which there is much, so that it collects the whole heap after every few megabytes, which takes about as long
 * as hashing them. A piece that is a part of a larger buffer is left alone, because others may read the rest.
 */
export function freeBuffer(piece: Uint8Array): void {
  const { buffer } = piece;
  if (piece.length < worthFreeingBytes || piece.length < buffer.byteLength) return;
  if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
