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
