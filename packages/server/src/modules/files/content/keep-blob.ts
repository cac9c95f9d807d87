import type { Readable } from 'node:stream';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSemaphore } from '../../../core/jobs/semaphore.ts';
import { WrongHash, type StagedBlob } from '../../../core/blobs/blob-store.ts';
import { isStoredAs, lockBlob, touchLooseBlob, type BlobFacts } from './blobs.store.ts';
import { StoreUnavailable } from '../../../core/blobs/store-unavailable.ts';
import { makeThumbnail } from '../../../core/blobs/images/thumbnails.ts';

/** At most three blobs are stored at once. Each occupies a connection, and the rest of the pool is for other work. */
const inTurn = createSemaphore(3);

interface IncomingBlob {
  /** The path of a complete file, which is moved, or a stream. */
  source: string | Readable;
  /** Who sends it, such as `device 12`; the pictures of one owner are decoded one at a time. */
  owner: string;
  /** The expected hash; null when unknown. */
  sha256: string | null;
  /** The hash that was computed while the bytes were written, if there is one; it saves reading them again. */
  hashed?: string | null;
  /** Detects the MIME type from the first bytes. Throws when the type is not accepted. */
  typeOf(path: string): Promise<string>;
}

/**
 * Verifies and stores bytes. Hashing, thumbnails and sending to a remote store are done before the transaction, in which
 * `record` stores the owner and the file is moved into place.
 */
export async function keepBlob<Result>(
  services: Services,
  { source, owner, sha256, hashed = null, typeOf }: IncomingBlob,
  record: (db: Database, facts: BlobFacts) => Promise<Result>,
): Promise<Result> {
  const staged = await services.blobs.stage(source, sha256, hashed).catch((error: unknown) => {
    throw error instanceof WrongHash ? new AppError('file_damaged') : error;
  });
  try {
    return await keep(services, staged, { owner, typeOf }, record);
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

async function keep<Result>(
  { db, log, bus }: Services,
  staged: StagedBlob,
  { owner, typeOf }: Pick<IncomingBlob, 'owner' | 'typeOf'>,
  record: (db: Database, facts: BlobFacts) => Promise<Result>,
): Promise<Result> {
  const { path, sha256, size } = staged;
  const mimeType = await typeOf(path);
  const thumbnail = await makeThumbnail({ path, mimeType, owner }, log);
  const incoming = { sha256, size, mimeType, thumbnail: thumbnail !== null };
  if (thumbnail) await staged.addThumbnail(thumbnail);
  // The row exists before the file is in place, so that housekeeping finds the file whatever fails from here on.
  const storedAs = await touchLooseBlob(db, incoming);
  const facts = { ...incoming, storedAs };
  await staged.upload(storedAs);
  const result = await inTurn(() =>
    db.transaction().execute(async (transaction) => {
      await lockBlob(transaction, sha256);
      // The sweep condemned this name, which happens only when sending the bytes took more than an hour, or when others who had
      // the same bytes lost them meanwhile. The sender tries again and gets another name.
      if (!(await isStoredAs(transaction, facts))) throw new StoreUnavailable('The blob was swept.');
      const recorded = await record(transaction, facts);
      await staged.place(storedAs);
      return recorded;
    }),
  );
  await staged.settle();
  bus.publish('fileStored', { size });
  return result;
}
