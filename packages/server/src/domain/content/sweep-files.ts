import { limits } from '@fairwatch/contract';
import type { Services } from '../services/services.ts';
import { deleteIfLoose, findLooseBlobs } from './blobs.store.ts';
import { deleteOldUploads, findUnfinished } from './uploads.store.ts';

const blobsPerStep = 100;

interface SweepOptions {
  signal?: AbortSignal;
}

/** Deletes blobs that no row refers to, and uploads that were never finished. */
export async function sweepFiles(services: Services, { signal }: SweepOptions = {}): Promise<void> {
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
  if (deleted > 0) log.info({ event: 'files.deleted', files: deleted }, 'Deleted files that nothing refers to');
}

async function sweepUploads({ db, uploadParts }: Services): Promise<void> {
  await deleteOldUploads(db, limits.file.uploadLifetimeMs);
  const ids = await uploadParts.list();
  // Every upload has its row before its first byte, so bytes without a row can be deleted.
  const unfinished = await findUnfinished(db, ids);
  for (const id of ids) if (!unfinished.has(id)) await uploadParts.delete(id);
}
