import type { Readable } from 'node:stream';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from '../services.ts';
import { createTurns } from '../turns.ts';
import { WrongHash, type StagedBlob } from './blob-store.ts';
import { announceBlob, holdBlob, type BlobFacts } from './blobs.store.ts';
import { makeThumbnail } from './thumbnails.ts';

/** Each one holds a connection: the rest of the pool is for everyone else. */
const inTurn = createTurns(3);

interface IncomingBlob {
  /** A finished file, which is moved, or a stream. */
  source: string | Readable;
  /** Who sends it, such as `device 12`: their pictures are decoded one after the other. */
  owner: string;
  /** What the bytes must be; null when nobody said. */
  sha256: string | null;
  /** What they are by the hash that was taken while they were written, if there is one. */
  hashed?: string | null;
  /** What they are, by their beginning. Throws when that is not wanted. */
  typeOf(path: string): Promise<string>;
}

/**
 * Checks that bytes are the announced ones, and keeps them. The long work, reading and shrinking, is done before the
 * transaction, in which `record` writes down whose they are and the file moves into its place.
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
  const facts = { sha256, size, mimeType, thumbnail: thumbnail !== null };
  if (thumbnail) await staged.addThumbnail(thumbnail);
  // Known before it lies in its place: whatever breaks from here on, housekeeping finds it.
  await announceBlob(db, facts);
  const result = await inTurn(() =>
    db.transaction().execute(async (transaction) => {
      await holdBlob(transaction, sha256);
      const recorded = await record(transaction, facts);
      await staged.place();
      return recorded;
    }),
  );
  await staged.settle();
  bus.publish('fileStored', { size });
  return result;
}
