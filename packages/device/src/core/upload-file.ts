import { askMissing } from './missing-files.ts';
import type { FileSource, OutgoingFile } from './handlers.ts';
import { openBlob, openBytes, type FileServer, type OpenFile } from './open-file.ts';
import { sendFile } from './send-file.ts';

/** Sends the files of a command, unless the server has them, and gives back their SHA-256 in the same order. */
export type UploadFiles = (
  commandId: number,
  files: FileSource,
  signal: AbortSignal,
  watch?: UploadWatch,
) => Promise<string[]>;

/** Whoever wants to know how far it is. */
export interface UploadWatch {
  /** How many files are done. */
  onSent?: ((count: number) => void) | undefined;
  /** How many bytes of one of them are there. */
  onBytes?: ((sent: number, size: number) => void) | undefined;
}

/** How many travel at a time, and how many are asked about and held open together. */
const inParallel = 4;
const groupSize = 100;
/** What a group may hold in memory. */
const groupBytes = 16 * 1024 * 1024;

interface Outgoing {
  mimeType: string;
  file: OpenFile;
}

/** The device's way to send files. `openPath` is left out where there is no disk, as in a browser. */
export function createUploader(target: FileServer, openPath?: (path: string) => Promise<OpenFile>): UploadFiles {
  async function openOutgoing(outgoing: OutgoingFile, signal: AbortSignal): Promise<Outgoing> {
    const { mimeType } = outgoing;
    if ('bytes' in outgoing) return { mimeType, file: await openBytes(outgoing.bytes) };
    if ('blob' in outgoing) return { mimeType, file: await openBlob(outgoing.blob, signal) };
    if (!openPath) throw new Error('This device has no files on a disk.');
    return { mimeType, file: await openPath(outgoing.path) };
  }

  /** Sends one group: what is missing, each file once, a few at a time. */
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
    // What one lane cannot send, the others need not go on with.
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
