async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(compressed).arrayBuffer());
}

/** Answers as the worker of `fflate` (beneath write-excel-file) would: first comes its code, then the bytes. */
class DeflateHere {
  onmessage: ((event: { data: unknown }) => void) | null = null;

  postMessage(message: unknown): void {
    if (!Array.isArray(message)) return;
    deflate(message[0]).then(
      (data) => this.onmessage?.({ data }),
      (error: Error) => this.onmessage?.({ data: { $e$: [error.message, 0, error.stack] } }),
    );
  }

  terminate(): void {}
}

/**
 * Parts over 160 kB would be compressed in a worker made of a blob, which our content security policy forbids, and the
 * file would never come. Whoever calls this is a worker already and has the browser compress them right there.
 */
export function deflateHere(): void {
  Object.assign(globalThis, { Worker: DeflateHere });
}
