import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContentVariant } from '@fairwatch/contract';
import { WrongHash, type BlobStore, type StagedBlob } from './blob-store.ts';

/** Who else has an account on this machine has no business here. */
const privateFolder = { recursive: true, mode: 0o700 };

/** Blobs as files: `blobs/ab/cd/<sha256>`. A file is there whole or not at all, also after a power cut. */
export function createFileBlobs(dataDir: string): BlobStore {
  const root = join(dataDir, 'blobs');
  const pathOf = (sha256: string, variant: ContentVariant) => {
    const name = variant === 'full' ? sha256 : `${sha256}.thumbnail`;
    return join(root, sha256.slice(0, 2), sha256.slice(2, 4), name);
  };
  const temporaryPath = async () => {
    await mkdir(join(root, 'incoming'), privateFolder);
    return join(root, 'incoming', randomUUID());
  };

  async function moveIn(from: string, sha256: string, variant: ContentVariant): Promise<void> {
    const target = pathOf(sha256, variant);
    const folder = dirname(target);
    const madeFolder = await mkdir(folder, privateFolder);
    await rename(from, target);
    await sync(folder);
    if (madeFolder !== undefined) for (const above of [dirname(folder), root]) await sync(above);
  }

  async function placeThumbnail(sha256: string, bytes: Uint8Array): Promise<void> {
    const path = await temporaryPath();
    await writeFile(path, bytes, { flush: true });
    await moveIn(path, sha256, 'thumbnail');
  }

  return {
    async stage(source, sha256): Promise<StagedBlob> {
      const path = typeof source === 'string' ? source : await temporaryPath();
      const discard = () => rm(path, { force: true });
      try {
        const bytes = typeof source === 'string' ? createReadStream(source) : source;
        const { hash, size } = await digest(bytes, typeof source === 'string' ? null : path);
        if (hash !== sha256) throw new WrongHash();
        await sync(path);
        const place = async (thumbnail: Uint8Array | null) => {
          if (thumbnail) await placeThumbnail(sha256, thumbnail);
          await moveIn(path, sha256, 'full');
        };
        return { path, size, place, discard };
      } catch (error) {
        await discard();
        throw error;
      }
    },

    async stat(sha256, variant) {
      return await stat(pathOf(sha256, variant)).catch(nullIfMissing);
    },

    open: (sha256, variant, range = { start: 0, end: Number.POSITIVE_INFINITY }) =>
      createReadStream(pathOf(sha256, variant), range),

    async delete(sha256) {
      for (const variant of ['thumbnail', 'full'] as const) await rm(pathOf(sha256, variant), { force: true });
    },
  };
}

/** Reads a stream to its end, in pieces, and keeps a copy if a path is given. */
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
  else await pipeline(source, counted, createWriteStream(copyTo, { mode: 0o600 }));
  return { hash: hash.digest('hex'), size };
}

/** What was written to a file or a folder survives a power cut from here on. */
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
