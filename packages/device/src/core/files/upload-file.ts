import { askMissing } from './missing-files.ts';
import { openBlob, openBytes, type FileServer, type OpenFile } from './open-file.ts';
import { sendFile } from './send-file.ts';

/**
 * A file to upload: its bytes, a browser's file, its path on the device's disk, or a function that opens it. The uploader closes what
 * it has opened.
 */
export type OutgoingFile = { mimeType: string } & (
  | { bytes: Uint8Array }
  | { blob: Blob }
  | { path: string }
  | { open(): Promise<OpenFile> }
);

/** Files that may be created one at a time. */
export type FileSource = Iterable<OutgoingFile> | AsyncIterable<OutgoingFile>;

/** Uploads the files of a command, unless the server has them, and resolves with their SHA-256 in the same order. */
export type UploadFiles = (
  commandId: number,
  files: FileSource,
  signal: AbortSignal,
  watch?: UploadWatch,
) => Promise<string[]>;

/** Callbacks for the progress. */
export interface UploadWatch {
  /** Called with the number of files that are done. */
  onSent?: ((count: number) => void) | undefined;
  /** Called with the number of bytes of the current file that have arrived. */
  onBytes?: ((sent: number, size: number) => void) | undefined;
}

/** How many files are uploaded at a time. */
const inParallel = 4;
/** How many files are open, and asked about in one request. */
const groupSize = 100;
/** The bytes that a group may keep in memory. */
const groupBytes = 16 * 1024 * 1024;

interface Outgoing {
  mimeType: string;
  file: OpenFile;
}

/** Creates the upload function. `openPath` is left out where there is no disk, as in a browser. */
export function createUploader(target: FileServer, openPath?: (path: string) => Promise<OpenFile>): UploadFiles {
  async function openOutgoing(outgoing: OutgoingFile, signal: AbortSignal): Promise<Outgoing> {
    const { mimeType } = outgoing;
    if ('bytes' in outgoing) return { mimeType, file: await openBytes(outgoing.bytes) };
    if ('blob' in outgoing) return { mimeType, file: await openBlob(outgoing.blob, signal) };
    if ('open' in outgoing) return { mimeType, file: await outgoing.open() };
    if (!openPath) throw new Error('This device has no files on a disk.');
    return { mimeType, file: await openPath(outgoing.path) };
  }

  /** Uploads the files of one group that the server does not have, each once. */
  async function sendGroup(
    commandId: number,
    group: readonly Outgoing[],
    signal: AbortSignal,
    onBytes: UploadWatch['onBytes'],
  ): Promise<void> {
    const hashes = [...new Set(group.map(({ file }) => file.sha256))];
    const missing = new Set(await askMissing(target, { commandId, hashes }, signal));
    const waiting = group.filter(({ file }) => missing.delete(file.sha256));
    const lane = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { mimeType, file } = next;
        await sendFile(target, { file, mimeType, commandId, onBytes }, signal);
      }
    };
    // When one lane fails the others stop.
    await Promise.all(
      Array.from({ length: inParallel }, () =>
        lane().catch((error: unknown) => {
          waiting.length = 0;
          throw error;
        }),
      ),
    );
  }

  return async (commandId, files, signal, { onSent, onBytes } = {}) => {
    const sent: string[] = [];
    const group: Outgoing[] = [];
    let bytes = 0;
    const closeGroup = async () => {
      for (const { file } of group.splice(0)) await file.close();
    };
    const flush = async () => {
      if (group.length > 0) await sendGroup(commandId, group, signal, onBytes);
      sent.push(...group.map(({ file }) => file.sha256));
      await closeGroup();
      bytes = 0;
      onSent?.(sent.length);
    };
    try {
      for await (const outgoing of files) {
        signal.throwIfAborted();
        const opened = await openOutgoing(outgoing, signal);
        group.push(opened);
        bytes += 'bytes' in outgoing ? opened.file.size : 0;
        if (group.length === groupSize || bytes >= groupBytes) await flush();
      }
      await flush();
      return sent;
    } finally {
      await closeGroup();
    }
  };
}
