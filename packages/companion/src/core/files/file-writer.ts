/** A file that is being written in chunks. Where the browser can, its old content stays until it is closed. */
export interface FileWriter {
  write(bytes: Uint8Array | Blob): Promise<void>;
  close(): Promise<void>;
  /** Discards what was written. */
  abort(): Promise<void>;
}
