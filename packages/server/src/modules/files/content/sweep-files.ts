import { limits } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { condemnIfLoose, findLooseBlobs, noteDeleted, releaseCondemned, takeCondemned } from './blobs.store.ts';
import { deleteOldUploads, findUnfinished } from '../uploads/uploads.store.ts';

const blobsPerStep = 100;

interface SweepOptions {
  signal?: AbortSignal;
}

/** Deletes blobs that no row refers to, and uploads that were never finished. */
export async function sweepFiles(services: Services, options: SweepOptions = {}): Promise<void> {
  await sweepUploads(services);
  await sweepBlobs(services, options);
}

/** Deletes blobs that no row refers to. */
export async function sweepBlobs(services: Services, { signal }: SweepOptions = {}): Promise<void> {
  await condemnLooseBlobs(services, signal);
  await deleteCondemned(services, signal);
}

async function condemnLooseBlobs({ db }: Services, signal: AbortSignal | undefined): Promise<void> {
  let after = '';
  for (;;) {
    const loose = await findLooseBlobs(db, after, blobsPerStep);
    for (const sha256 of loose) {
      if (signal?.aborted) return;
      await condemnIfLoose(db, sha256);
    }
    after = loose.at(-1) ?? '';
    if (loose.length < blobsPerStep) return;
  }
}

/** Deletes the bytes of condemned names. No transaction is open meanwhile, however long the store takes. */
async function deleteCondemned({ db, blobs, log }: Services, signal: AbortSignal | undefined): Promise<void> {
  let deleted = 0;
  for (;;) {
    const names = await takeCondemned(db, blobsPerStep);
    const isLast = names.length < blobsPerStep;
    try {
      for (;;) {
        const name = signal?.aborted ? undefined : names.pop();
        if (name === undefined) break;
        await blobs.delete(name);
        await noteDeleted(db, name);
        deleted += 1;
      }
    } finally {
      // One that could not be deleted waits for ten minutes, the others for the next sweep.
      if (names.length > 0) await releaseCondemned(db, names);
    }
    if (isLast || signal?.aborted) break;
  }
  if (deleted > 0) log.info({ event: 'files.deleted', files: deleted }, 'Deleted files that nothing refers to');
}

/** Deletes uploads that were never finished. */
export async function sweepUploads({ db, uploadParts }: Services): Promise<void> {
  await deleteOldUploads(db, limits.file.uploadLifetimeMs);
  const ids = await uploadParts.list();
  // Every upload has its row before its first byte, so bytes without a row can be deleted.
  const unfinished = await findUnfinished(db, ids);
  for (const id of ids) if (!unfinished.has(id)) await uploadParts.delete(id);
}
