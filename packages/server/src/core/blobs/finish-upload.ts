import { fileKinds } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Services } from '../services.ts';
import { createTurns } from '../turns.ts';
import { WrongHash, type StagedBlob } from './blob-store.ts';
import { announceBlob, holdBlob, keepFile } from './blobs.store.ts';
import { isOfKind, mimeTypeOfFile } from './mime-types.ts';
import { checkSending } from './sending-check.ts';
import { makeThumbnail } from './thumbnails.ts';
import { markUploadFinished, type UploadRow } from './uploads.store.ts';

/** Each one waits for the disk with a connection in its hand: the rest of the pool is for everyone else. */
const inTurn = createTurns(3);

/**
 * All bytes of an upload are there: checks that they are the announced ones, and keeps them. The long work, reading and
 * shrinking, is done before the transaction, which only moves the file into its place.
 */
export async function finishUpload(services: Services, upload: UploadRow, path: string): Promise<void> {
  const staged = await services.blobs.stage(path, upload.sha256).catch((error: unknown) => {
    throw error instanceof WrongHash ? new AppError('file_damaged') : error;
  });
  try {
    await keep(services, upload, staged);
  } catch (error) {
    await staged.discard();
    throw error;
  }
}

async function keep({ db, log }: Services, upload: UploadRow, staged: StagedBlob): Promise<void> {
  const { sha256, capability } = upload;
  const mimeType = await mimeTypeOfFile(staged.path, upload.mimeType);
  if (!isOfKind(mimeType, fileKinds[capability] ?? 'image')) throw new AppError('file_type_not_allowed');
  const thumbnail = await makeThumbnail(staged.path, mimeType, log);
  const facts = { sha256, size: staged.size, mimeType, thumbnail: thumbnail !== null };
  // Known before it lies in its place: whatever breaks from here on, housekeeping finds it.
  await announceBlob(db, facts);
  await inTurn(() =>
    db.transaction().execute(async (transaction) => {
      await holdBlob(transaction, sha256);
      await checkSending(transaction, upload, { hold: true });
      if (!(await markUploadFinished(transaction, upload.id))) throw new AppError('upload_not_found');
      await announceBlob(transaction, facts);
      await keepFile(transaction, upload);
      await staged.place(thumbnail);
    }),
  );
}
