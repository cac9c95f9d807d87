import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** A file that is open for sending. Nothing here knows where its bytes come from. */
export interface OpenFile {
  size: number;
  sha256: string;
  /** The bytes from `start` up to, but not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The server that files go to and come from, and in whose name. */
export interface FileServer {
  serverUrl: string;
  token: string;
}

/** Bytes in memory. */
export async function openBytes(bytes: Uint8Array): Promise<OpenFile> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return {
    size: bytes.length,
    sha256: bytesToHex(new Uint8Array(digest)),
    read: async (start, end) => bytes.subarray(start, end),
    close: async () => undefined,
  };
}

/** How much of a blob is in memory while it is hashed. */
const sliceBytes = 1024 * 1024;

/**
 * A browser's file, read piece by piece, however large it is. Its SHA-256 is computed by our own code: the platform's takes
 * nothing but the whole.
 */
export async function openBlob(blob: Blob, signal: AbortSignal): Promise<OpenFile> {
  const read = async (start: number, end: number) => new Uint8Array(await blob.slice(start, end).arrayBuffer());
  const hash = sha256.create();
  for (let start = 0; start < blob.size; start += sliceBytes) {
    signal.throwIfAborted();
    hash.update(await read(start, start + sliceBytes));
  }
  return { size: blob.size, sha256: bytesToHex(hash.digest()), read, close: async () => undefined };
}
