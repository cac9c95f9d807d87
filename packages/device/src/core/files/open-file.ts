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

/** The server for uploads and downloads, and the device's token. */
export interface FileServer {
  serverUrl: string;
  token: string;
}

/** Opens bytes in memory. */
export async function openBytes(bytes: Uint8Array): Promise<OpenFile> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return {
    size: bytes.length,
    sha256: bytesToHex(new Uint8Array(digest)),
    read: async (start, end) => bytes.subarray(start, end),
    close: async () => undefined,
  };
}

/** The part of a blob that is in memory while it is hashed. */
const sliceBytes = 1024 * 1024;

/**
 * Opens a browser's file of any size, which is read in chunks. Its SHA-256 is computed in JavaScript, since the browser's own
 * `digest` takes only the whole file.
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
