import { randomBytes } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { limits, type ErrorCode } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from '../services.ts';
import {
  deleteAdminUpload,
  findAdminUpload,
  insertAdminUpload,
  type AdminUpload,
  type UploadIdentity,
} from './admin-uploads.store.ts';
import { appendBytes } from './append-bytes.ts';
import type { BlobFacts } from './blobs.store.ts';
import { checkSpace, isDiskFull } from './disk.ts';
import { keepBlob } from './keep-blob.ts';
import { releaseBuffers } from './release-buffers.ts';
import { createRunningHashes } from './running-hashes.ts';
import { brokenOff, isTruncated } from './sent-bytes.ts';
import { createUploadTurns } from './upload-turns.ts';
import { uploadFolder } from './uploads.ts';

const megabyte = 1024 * 1024;

interface Piece {
  sha256: string;
  name: string;
  size: number;
  offset: number;
  bytes: Readable;
}

/** How far an upload is. */
interface ChunkTaken {
  received: number;
  /** The number of the stored file once it is complete. */
  fileId: number | null;
}

/** Whom an upload is for, as its feature knows them. */
type Owner = Omit<UploadIdentity, 'sha256'>;

/** What a feature takes, and how it keeps it. */
export interface UploadRules<Whose extends Owner, Details> {
  maxBytes: number;
  /** Refusals of its own after which going on makes no sense. */
  final?: readonly ErrorCode[];
  /** Looks at the first piece, so that nobody sends the rest in vain. */
  checkStart(path: string, name: string, owner: Whose): Promise<void>;
  /** What the whole file is. Throws when it may not be kept. */
  inspect(path: string, name: string, owner: Whose): Promise<{ mimeType: string; details: Details }>;
  /** The last word, in the transaction that keeps it. Gives back the number of what is kept. */
  keep(db: Database, owner: Whose, file: BlobFacts & { name: string; details: Details }): Promise<number>;
}

/** What admins upload: piece by piece, going on after a cut, or small files at once. */
export function createAdminUploads<Whose extends Owner, Details>(
  services: Services,
  rules: UploadRules<Whose, Details>,
) {
  const { db, config } = services;
  const pathOf = (id: string) => join(uploadFolder(config.dataDir), id);
  const hashes = createRunningHashes();
  const turns = createUploadTurns();

  const isFinal = ({ code }: AppError) => final.includes(code) || rules.final?.includes(code);

  async function receivedOf(id: string): Promise<number> {
    return (await stat(pathOf(id)).catch(() => null))?.size ?? 0;
  }

  async function discard(id: string): Promise<void> {
    await deleteAdminUpload(db, id);
    await rm(pathOf(id), { force: true });
  }

  /** Begins an upload; an earlier one of another size was no such file. */
  async function begin(chunk: Whose & Piece, earlier: AdminUpload | undefined): Promise<AdminUpload> {
    if (earlier) await discard(earlier.id);
    const { adminId, deviceId, capability, sha256, size } = chunk;
    const upload = { id: randomBytes(16).toString('hex'), adminId, deviceId, capability, sha256, size };
    const dropped = await insertAdminUpload(db, upload, limits.file.unfinishedPerAdmin);
    for (const id of dropped) await rm(pathOf(id), { force: true });
    // Two first pieces at the same moment: one of them has begun it.
    return (await findAdminUpload(db, chunk)) ?? upload;
  }

  async function write(upload: AdminUpload, chunk: Whose & Piece, signal: AbortSignal): Promise<ChunkTaken> {
    const before = await receivedOf(upload.id);
    if (chunk.offset > before) throw new Ahead(before);
    if (chunk.offset < before) throw new AppError('upload_received', { received: before });
    const path = pathOf(upload.id);
    const check = atMost(upload.size - before, hashes.resume(upload.id, before));
    // What is written before the disk is full stays: the admin goes on from there.
    await checkSpace(services, upload.size - before);
    await appendBytes({ path, bytes: chunk.bytes, signal, check }).catch((error: unknown) => {
      if (error instanceof AppError) throw error;
      if (isDiskFull(error)) throw new AppError('disk_full');
      throw new AppError(brokenOff(error) ? 'upload_interrupted' : 'upload_failed');
    });
    if (isTruncated(chunk.bytes)) throw new AppError('body_too_large');
    releaseBuffers();
    beginToKeep(path);
    const received = await receivedOf(upload.id);
    if (before === 0) await rules.checkStart(path, chunk.name, chunk);
    if (received < upload.size) return { received, fileId: null };
    return { received, fileId: await finish(upload, chunk) };
  }

  async function finish({ id, sha256, size }: AdminUpload, chunk: Whose & Piece): Promise<number> {
    const hashed = hashes.finish(id, size);
    return await keepWhole(chunk, { source: pathOf(id), sha256, hashed, name: chunk.name });
  }

  async function keepWhole(
    owner: Whose,
    { name, ...bytes }: { source: string | Readable; sha256: string | null; hashed?: string | null; name: string },
  ): Promise<number> {
    let details: Details | undefined;
    const typeOf = async (path: string) => {
      if (isTruncated(bytes.source)) throw new AppError('file_too_large', { size: limits.request.maxBytes / megabyte });
      const found = await rules.inspect(path, name, owner);
      details = found.details;
      return found.mimeType;
    };
    return await keepBlob(services, { ...bytes, owner: `account ${owner.adminId}`, typeOf }, (transaction, facts) =>
      rules.keep(transaction, owner, { ...facts, name, details: details as Details }),
    );
  }

  return {
    /**
     * How much of a file is there, from this admin for this device. Whoever asks is about to go on: what still comes over an
     * earlier connection ends here, so that the answer holds.
     */
    async received(identity: UploadIdentity, size: number): Promise<number> {
      return await turns.take(keyOf(identity), 0, async () => {
        const upload = await findAdminUpload(db, identity);
        return upload?.size === size ? await receivedOf(upload.id) : 0;
      });
    },

    /**
     * Takes a piece of a file; with the last one, keeps the file. `findStored` tells the file when it is there already: the
     * answer to the last piece may have been lost.
     */
    async take<Stored = never>(
      chunk: Whose & Piece,
      findStored: () => Promise<Stored | null> = async () => null,
    ): Promise<ChunkTaken | Stored> {
      checkSize(chunk.size, rules.maxBytes);
      const key = keyOf(chunk);
      const turn = async (signal: AbortSignal) => {
        const known = await findAdminUpload(db, chunk);
        const stored = known ? null : await findStored();
        if (stored !== null) return stored;
        const upload = known?.size === chunk.size ? known : await begin(chunk, known);
        try {
          return await write(upload, chunk, signal);
        } catch (error) {
          // What is refused for good is gone; all else can be gone on with.
          if (error instanceof AppError && isFinal(error)) await discard(upload.id);
          throw error;
        }
      };
      for (let alone = false; ;) {
        try {
          return await turns.take(key, chunk.offset, turn);
        } catch (error) {
          if (alone || !(error instanceof Ahead)) throw error;
          alone = !(await turns.joins(key, chunk.offset));
        }
      }
    },

    /** Takes a small file at once. */
    async takeSmall(file: Whose & Pick<Piece, 'name' | 'bytes'>): Promise<number> {
      const { name, bytes } = file;
      await checkSpace(services, limits.request.maxBytes);
      return await keepWhole(file, { source: bytes, sha256: null, name }).catch((error: unknown) => {
        throw brokenOff(error) ? new AppError('upload_interrupted') : error;
      });
    },
  };
}

/** A piece that has overtaken the one in front of it. Nothing of it was read. */
class Ahead extends AppError {
  constructor(received: number) {
    super('upload_received', { received });
  }
}

/** Whether the disk is taking a piece. One at a time: the threads that wait for a slow disk are few, and others need them. */
let keeping = false;

/** Lets the disk take a piece while the next one comes, so that at the end little is left to wait for. */
function beginToKeep(path: string): void {
  if (keeping) return;
  keeping = true;
  void open(path, 'r+')
    .then((file) => file.datasync().finally(() => file.close()))
    // Whether it is kept is asked at the end, of all of it.
    .catch(() => undefined)
    .finally(() => (keeping = false));
}

/** What is written to one file: the pieces of one upload take turns. */
function keyOf({ adminId, deviceId, capability, sha256 }: UploadIdentity): string {
  return [adminId, deviceId, capability, sha256].join(' ');
}

/** Refusals after which going on makes no sense. */
const final: readonly ErrorCode[] = ['file_damaged', 'file_type_not_allowed', 'file_too_large', 'device_not_found'];

export function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new AppError('file_too_large', { size: maxBytes / megabyte });
  // An empty file is nothing of what may be sent.
  if (size === 0) throw new AppError('file_type_not_allowed');
}

/** Keeps to what was announced, and shows each piece to whoever hashes. */
function atMost(allowed: number, onPiece: ((piece: Uint8Array) => void) | null): (piece: Buffer) => void {
  let left = allowed;
  return (piece) => {
    if (piece.length > left) throw new AppError('invalid_input', { problem: 'There are more bytes than announced.' });
    left -= piece.length;
    onPiece?.(piece);
  };
}
