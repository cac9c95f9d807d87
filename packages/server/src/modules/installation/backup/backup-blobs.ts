import { createFileBlobs, createTemporaryPaths, readFileBlobs } from '../../../core/blobs/file-blobs.ts';
import { blobPrefix, createS3Blobs, readS3Blobs } from '../../../core/blobs/s3/s3-blobs.ts';
import { explainBucket, openS3Objects, requireBucket, type S3Objects } from '../../../core/blobs/s3/s3-objects.ts';
import { partPrefix } from '../../../core/blobs/s3/s3-parts.ts';
import type { Config } from '../../../core/config/config.ts';
import { StartError } from '../../../core/config/start-error.ts';
import { archivePrefix, mapPrefix } from '../../files/content/file-stores.ts';
import type { Where } from '../../../shared/schema/open-database.ts';
import type { BlobToCopy } from '../../files/content/blobs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { copyBlobs, type CopiedBlobs } from './copy-blobs.ts';

/** The location of an installation: its database, its data folder, and its bucket if it has one. */
export type Installation = Where & Partial<Pick<Config, 's3'>>;

/** How many blobs are copied to or from a bucket at once. */
const atOnceOverNetwork = 8;

interface Backup {
  /** The folder of the backup. */
  folder: string;
  stop?: AbortSignal | undefined;
}

const intoBackup = ({ sha256, storedAs }: BlobToCopy) => ({ from: storedAs, to: sha256 });
const fromBackup = ({ sha256, storedAs }: BlobToCopy) => ({ from: sha256, to: storedAs });

/** Copies the blobs of an installation into a backup, where they are files whatever they were before. */
export async function backUpBlobs(
  db: Database,
  { dataDir, s3, folder, stop }: Pick<Installation, 'dataDir' | 's3'> & Backup,
): Promise<CopiedBlobs> {
  const to = createFileBlobs(folder);
  if (!s3) return await copyBlobs(db, { from: readFileBlobs(dataDir), to, names: intoBackup, atOnce: 1, stop });
  return await withBucket(s3, (objects) =>
    copyBlobs(db, { from: readS3Blobs(objects), to, names: intoBackup, atOnce: atOnceOverNetwork, stop }),
  );
}

/** Copies the blobs of a backup into an installation. */
export async function restoreBlobs(
  db: Database,
  { dataDir, s3 }: Installation,
  { folder, stop }: Backup,
): Promise<CopiedBlobs> {
  const from = readFileBlobs(folder);
  if (!s3) return await copyBlobs(db, { from, to: createFileBlobs(dataDir), names: fromBackup, atOnce: 1, stop });
  return await withBucket(s3, (objects) => {
    const to = createS3Blobs(objects, createTemporaryPaths(dataDir));
    return copyBlobs(db, { from, to, names: fromBackup, atOnce: atOnceOverNetwork, stop });
  });
}

const prefixes = [blobPrefix, partPrefix, archivePrefix, mapPrefix];

/** Throws when the bucket has files of Fairwatch: those of the backup would be mixed with them. */
export async function refuseFullBucket({ s3 }: Installation): Promise<void> {
  if (!s3) return;
  await requireBucket(s3);
  await withBucket(s3, async (objects) => {
    for (const prefix of prefixes) {
      for await (const _ of objects.list(prefix)) {
        throw new StartError(`The bucket ${s3.bucket} of S3_URL is not empty. Restore into a new one.`);
      }
    }
  });
}

/** Deletes everything that a restore has written to the bucket. */
export async function emptyBucket({ s3 }: Installation): Promise<void> {
  if (!s3) return;
  await withBucket(s3, async (objects) => {
    for (const prefix of prefixes) for await (const key of objects.list(prefix)) await objects.delete([key]);
  });
}

async function withBucket<Result>(
  s3: NonNullable<Config['s3']>,
  work: (objects: S3Objects) => Promise<Result>,
): Promise<Result> {
  const objects = openS3Objects(s3);
  try {
    return await work(objects);
  } catch (error) {
    throw explainBucket(s3, error);
  } finally {
    objects.close();
  }
}
