import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import { limits, type ErrorCode } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Services } from '../../../shared/services/services.ts';
import {
  deleteAdminUpload,
  findAdminUpload,
  insertAdminUpload,
  type AdminUpload,
  type UploadIdentity,
} from './admin-uploads.store.ts';
import { checkSpace, isDiskFull } from '../../../core/disk.ts';
import { createRunningHashes } from '../../../core/blobs/running-hashes.ts';
import { StoreUnavailable } from '../../../core/blobs/store-unavailable.ts';
import { isBrokenUpload, isTruncated } from '../../../core/blobs/upload-errors.ts';
import { createUploadLocks } from '../../../core/blobs/upload-locks.ts';
import { PartConflict } from '../../../core/blobs/upload-parts.ts';

const megabyte = 1024 * 1024;

/** How long a chunk waits for those before it, which may have gone to other servers. A slow line takes seconds for a chunk. */
const earlierPartsWithinMs = 15_000;
const lookEveryMs = 100;

export interface Piece {
  sha256: string;
  name: string;
  size: number;
  offset: number;
  bytes: Readable;
}

/** The state of an upload after a chunk. */
interface ChunkTaken<Kept> {
  received: number;
  /** What became of the file once the upload is complete; null until then. */
  kept: Kept | null;
}

/** Who uploads for which device. */
export type Owner = Omit<UploadIdentity, 'sha256'>;

/** All bytes of an upload have arrived. */
export interface CompleteUpload extends AdminUpload {
  /** The hash that was computed while the bytes arrived; null when it must be read again. */
  hashed: string | null;
}

export interface PieceRules<Whose extends Owner, Kept> {
  maxBytes: number;
  /** Error codes of the feature after which the upload cannot continue. */
  final?: readonly ErrorCode[];
  /** Checks the first chunk, so that nobody sends the rest in vain. */
  checkStart(path: string, chunk: Whose & Pick<Piece, 'name' | 'size'>): Promise<void>;
  /** Takes the complete bytes over. Called again when it throws an error that is not final. */
  finish(upload: CompleteUpload, chunk: Whose & Piece): Promise<Kept>;
}

/** Receives uploads of admins in chunks that can continue after an interruption. */
export function createPieceUploads<Whose extends Owner, Kept>(services: Services, rules: PieceRules<Whose, Kept>) {
  const { db, uploadParts } = services;
  const hashes = createRunningHashes();
  const locks = createUploadLocks();

  const isFinal = ({ code }: AppError) => final.includes(code) || rules.final?.includes(code);

  async function receivedOf(id: string): Promise<number> {
    return (await uploadParts.received(id)) ?? 0;
  }

  /** Resolves to true once the parts before this chunk are there, which may have gone to other servers; to false in vain. */
  async function waitForParts(chunk: Whose & Piece): Promise<boolean> {
    for (let left = earlierPartsWithinMs / lookEveryMs; left > 0; left -= 1) {
      await wait(lookEveryMs);
      const upload = await findAdminUpload(db, chunk);
      if (upload !== undefined && (await receivedOf(upload.id)) >= chunk.offset) return true;
    }
    return false;
  }

  async function discard(id: string): Promise<void> {
    await deleteAdminUpload(db, id);
    await uploadParts.delete(id);
  }

  /** Begins an upload. An earlier one with another size is discarded, because it cannot be the same file. */
  async function begin(chunk: Whose & Piece, earlier: AdminUpload | undefined): Promise<AdminUpload> {
    if (earlier) await discard(earlier.id);
    const { adminId, deviceId, capability, sha256, size } = chunk;
    const upload = { id: randomBytes(16).toString('hex'), adminId, deviceId, capability, sha256, size };
    const dropped = await insertAdminUpload(db, upload, {
      count: limits.file.unfinishedPerAdmin,
      bytes: limits.file.unfinishedInstallationBytes,
    });
    for (const id of dropped) await uploadParts.delete(id);
    // Of two parallel first chunks only one inserts the row.
    return (await findAdminUpload(db, chunk)) ?? upload;
  }

  async function write(upload: AdminUpload, chunk: Whose & Piece, signal: AbortSignal): Promise<ChunkTaken<Kept>> {
    const before = await receivedOf(upload.id);
    if (chunk.offset > before) throw new ChunkAhead(before);
    if (chunk.offset < before) throw new AppError('upload_received', { received: before });
    const { id } = upload;
    const check = limitBytes(upload.size - before, hashes.resume(id, before));
    const inspect = async (path: string) => {
      if (isTruncated(chunk.bytes)) throw new AppError('body_too_large');
      if (before === 0) await rules.checkStart(path, chunk);
    };
    // Bytes that were written before the disk was full stay, so that the admin can continue from there.
    await checkSpace(services, upload.size - before);
    const part = { id, offset: before, bytes: chunk.bytes, signal, check, inspect };
    const received = await uploadParts.append(part).catch(async (error: unknown) => {
      if (error instanceof PartConflict) throw new AppError('upload_received', { received: await receivedOf(id) });
      throw explain(error);
    });
    uploadParts.flushInBackground(id);
    if (received < upload.size) return { received, kept: null };
    return { received, kept: await rules.finish({ ...upload, hashed: hashes.finish(id, upload.size) }, chunk) };
  }

  return {
    /**
     * Returns how many bytes of a file this admin has uploaded for this device. A caller is about to continue, so bytes that
     * still arrive over an earlier connection are cut off first, which keeps the answer true.
     */
    async received(identity: UploadIdentity, size: number): Promise<number> {
      return await locks.run(keyOf(identity), 0, async () => {
        const upload = await findAdminUpload(db, identity);
        return upload?.size === size ? await receivedOf(upload.id) : 0;
      });
    },

    /**
     * Receives a chunk; the last one stores the file. `findStored` finds a file that is already stored, because the answer
     * to the last chunk may have been lost.
     */
    async take<Stored = never>(
      chunk: Whose & Piece,
      findStored: () => Promise<Stored | null> = async () => null,
    ): Promise<ChunkTaken<Kept> | Stored> {
      checkSize(chunk.size, rules.maxBytes);
      const key = keyOf(chunk);
      const takePiece = async (signal: AbortSignal) => {
        const known = await findAdminUpload(db, chunk);
        // Who has nothing left to send asks for a file that is stored, also while an earlier upload of it is unfinished.
        const isContinued = known !== undefined && chunk.offset < chunk.size;
        const stored = isContinued ? null : await findStored();
        if (stored !== null) return stored;
        const upload = known?.size === chunk.size ? known : await begin(chunk, known);
        try {
          return await write(upload, chunk, signal);
        } catch (error) {
          // An upload that is refused for good is discarded; any other error leaves it to be continued.
          if (error instanceof AppError && isFinal(error)) await discard(upload.id);
          throw error;
        }
      };
      for (let alone = false; ;) {
        try {
          return await locks.run(key, chunk.offset, takePiece);
        } catch (error) {
          if (alone || !(error instanceof ChunkAhead)) throw error;
          alone = uploadParts.isShared
            ? !(await waitForParts(chunk))
            : !(await locks.waitForEarlierWriter(key, chunk.offset));
        }
      }
    },
  };
}

/** Thrown for a chunk that arrived before the previous one. Nothing of it was read. */
class ChunkAhead extends AppError {
  constructor(received: number) {
    super('upload_received', { received });
  }
}

/** What the caller is told when a chunk could not be stored. An S3 store that does not answer is reported as such. */
function explain(error: unknown): unknown {
  if (error instanceof AppError || error instanceof StoreUnavailable) return error;
  if (isDiskFull(error)) return new AppError('disk_full');
  return new AppError(isBrokenUpload(error) ? 'upload_interrupted' : 'upload_failed');
}

/** Returns the lock key of an upload: its chunks are written one at a time. */
function keyOf({ adminId, deviceId, capability, sha256 }: UploadIdentity): string {
  return [adminId, deviceId, capability, sha256].join(' ');
}

/** Error codes after which an upload cannot continue. */
const final: readonly ErrorCode[] = ['file_damaged', 'file_type_not_allowed', 'file_too_large', 'device_not_found'];

export function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new AppError('file_too_large', { size: maxBytes / megabyte });
  // An empty file has no acceptable type.
  if (size === 0) throw new AppError('file_type_not_allowed');
}

/** Returns a function that throws when more bytes arrive than announced, and passes each chunk to `onPiece` for hashing. */
function limitBytes(allowed: number, onPiece: ((piece: Uint8Array) => void) | null): (piece: Buffer) => void {
  let left = allowed;
  return (piece) => {
    if (piece.length > left) throw new AppError('invalid_input', { problem: 'There are more bytes than announced.' });
    left -= piece.length;
    onPiece?.(piece);
  };
}
