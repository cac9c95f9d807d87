import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { OpenFile } from '../core/files/open-file.ts';

/** A file on the disk, read piece by piece, however large it is. */
export async function openDiskFile(path: string): Promise<OpenFile> {
  return await openHandle(await open(path, 'r'));
}

/** Like `openDiskFile`, for a file that is open already: it is this file, whatever its path means by now. Closes it on failure. */
export async function openHandle(handle: FileHandle): Promise<OpenFile> {
  try {
    const { size } = await handle.stat();
    return {
      size,
      sha256: await hashOf(handle),
      async read(start, end) {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
        return buffer.subarray(0, bytesRead);
      },
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** A file on the disk that is being written, and whose hash is known at its end. */
export interface TemporaryFile {
  path: string;
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the file after the last byte. */
  close(): Promise<{ sha256: string; size: number }>;
  remove(): Promise<void>;
}

let temporaryFolder: string | undefined;

/** A temporary folder for the process, deleted when it ends. */
function processTemporaryFolder(): string {
  if (temporaryFolder === undefined) {
    const made = mkdtempSync(join(tmpdir(), 'fairwatch-device-'));
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    temporaryFolder = made;
  }
  return temporaryFolder;
}

/** Creates a file for what a simulated phone receives, which may be too large for memory. */
export async function createTemporaryFile(): Promise<TemporaryFile> {
  const path = join(processTemporaryFolder(), randomUUID());
  const handle = await open(path, 'wx', 0o600);
  const hash = createHash('sha256');
  let size = 0;
  return {
    path,
    async write(bytes) {
      await handle.write(bytes);
      hash.update(bytes);
      size += bytes.length;
    },
    async close() {
      await handle.close();
      return { sha256: hash.digest('hex'), size };
    },
    async remove() {
      await handle.close();
      await rm(path, { force: true });
    },
  };
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(handle.createReadStream({ start: 0, autoClose: false }), hash);
  return hash.digest('hex');
}
