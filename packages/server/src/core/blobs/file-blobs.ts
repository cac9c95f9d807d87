import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContentVariant } from '@fairwatch/contract';
import { WrongHash, type BlobStore, type ReadableBlobs, type StagedBlob } from './blob-store.ts';

/** Other accounts of this machine must not read the files. */
export const privateFolder = { recursive: true, mode: 0o700 };

/** Stores blobs as `blobs/ab/cd/<name>`. A file is either complete or absent, also after a power cut. */
export function createFileBlobs(dataDir: string): BlobStore {
  const root = rootOf(dataDir);
  const pathOf = pathsUnder(root);
  const temporaryPath = createTemporaryPaths(dataDir);

  return {
    async stage(source, announced, hashed = null): Promise<StagedBlob> {
      const path = typeof source === 'string' ? source : await temporaryPath();
      let thumbnail: string | null = null;
      let folder: string | null = null;
      const discard = async () => {
        for (const left of [path, thumbnail]) if (left !== null) await rm(left, { force: true });
      };
      try {
        const { hash: sha256, size } = await digestStaged(source, hashed, path);
        if (announced !== null && sha256 !== announced) throw new WrongHash();
        await sync(path);
        return {
          path,
          sha256,
          size,
          async addThumbnail(picture) {
            thumbnail = await temporaryPath();
            await writeFile(thumbnail, picture, { mode: 0o600, flush: true });
          },
          async upload() {},
          async place(name) {
            const target = pathOf(name, 'full');
            folder = dirname(target);
            if (thumbnail !== null) await moveIn(thumbnail, pathOf(name, 'thumbnail'));
            await moveIn(path, target);
          },
          async settle() {
            if (folder !== null) await Promise.all([folder, dirname(folder), root].map(sync));
          },
          discard,
        };
      } catch (error) {
        await discard();
        throw error;
      }
    },

    ...readFileBlobs(dataDir),

    async delete(name) {
      for (const variant of ['thumbnail', 'full'] as const) await rm(pathOf(name, variant), { force: true });
    },
  };
}

/**
 * Returns a function that returns the path of a new temporary file. Temporary files of a killed server are deleted, because
 * they are of no use to anybody.
 */
export function createTemporaryPaths(dataDir: string): () => Promise<string> {
  const folder = join(rootOf(dataDir), 'incoming');
  rmSync(folder, { recursive: true, force: true });
  return async () => {
    await mkdir(folder, privateFolder);
    return join(folder, randomUUID());
  };
}

/** Opens the blobs read-only, for a process beside the server. Unlike `createFileBlobs` it deletes no temporary files. */
export function readFileBlobs(dataDir: string): ReadableBlobs {
  const pathOf = pathsUnder(rootOf(dataDir));
  return {
    async stat(name, variant) {
      return await stat(pathOf(name, variant)).catch(nullIfMissing);
    },
    open: (name, variant, range = { start: 0, end: Number.POSITIVE_INFINITY }) =>
      createReadStream(pathOf(name, variant), range),
  };
}

function rootOf(dataDir: string): string {
  return join(dataDir, 'blobs');
}

function pathsUnder(root: string) {
  return (name: string, variant: ContentVariant) => {
    const file = variant === 'full' ? name : `${name}.thumbnail`;
    return join(root, name.slice(0, 2), name.slice(2, 4), file);
  };
}

async function moveIn(from: string, target: string): Promise<void> {
  await mkdir(dirname(target), privateFolder);
  await rename(from, target);
}

/** The hash and size of the staged file. Reads the file only when no hash was computed while it was written. */
export async function digestStaged(source: string | Readable, hashed: string | null, path: string) {
  if (typeof source !== 'string') return await digest(source, path);
  if (hashed === null) return await digest(createReadStream(source), null);
  return { hash: hashed, size: (await stat(source)).size };
}

/** Hashes a stream; with a path, also copies it there. */
async function digest(source: Readable, copyTo: string | null): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  async function* counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      size += chunk.length;
      if (copyTo !== null) yield chunk;
    }
  }
  if (copyTo === null) await counted(source).next();
  // Opened before the first chunk: a stream that opens its file itself may create it after the source has failed and the caller has cleaned up.
  else await pipeline(source, counted, (await open(copyTo, 'w', 0o600)).createWriteStream());
  return { hash: hash.digest('hex'), size };
}

/** Flushes a file or a folder to the disk (fsync). */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
