import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@fairwatch/contract';
import type { Services } from '../services.ts';
import { deleteIfLoose, findLooseBlobs } from './blobs.store.ts';
import { deleteOldUploads, findUnfinished } from './uploads.store.ts';
import { uploadFolder } from './uploads.ts';

const blobsPerStep = 100;
/** A file whose row is about to be written is left alone. */
const newFileMs = 60_000;

interface Round {
  signal?: AbortSignal;
}

/** Deletes the bytes that nobody refers to any more, and uploads that were never finished. */
export async function sweepFiles(services: Services, { signal }: Round = {}): Promise<void> {
  await sweepUploads(services);
  await sweepBlobs(services, signal);
}

async function sweepBlobs({ db, blobs, log }: Services, signal: AbortSignal | undefined): Promise<void> {
  let after = '';
  let deleted = 0;
  for (;;) {
    const loose = await findLooseBlobs(db, after, blobsPerStep);
    for (const sha256 of loose) {
      if (signal?.aborted) return;
      if (await deleteIfLoose(db, sha256, (hash) => blobs.delete(hash))) deleted += 1;
    }
    after = loose.at(-1) ?? '';
    if (loose.length < blobsPerStep) break;
  }
  if (deleted > 0) log.info({ files: deleted }, 'files deleted that nobody refers to');
}

async function sweepUploads({ db, config }: Services): Promise<void> {
  await deleteOldUploads(db, limits.file.uploadLifetimeMs);
  const folder = uploadFolder(config.dataDir);
  const names = await readdir(folder);
  const unfinished = await findUnfinished(db, names);
  for (const name of names.filter((each) => !unfinished.has(each))) {
    const path = join(folder, name);
    const age = Date.now() - ((await stat(path).catch(() => null))?.mtimeMs ?? Date.now());
    if (age > newFileMs) await rm(path, { force: true });
  }
}
