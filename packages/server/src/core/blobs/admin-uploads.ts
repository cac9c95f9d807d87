import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { capabilities, limits } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { Services } from '../services.ts';
import {
  deleteAdminUpload,
  findAdminUpload,
  holdReceivingDevice,
  insertAdminUpload,
  keepUploadedFile,
  type AdminUpload,
  type UploadIdentity,
} from './admin-uploads.store.ts';
import type { BlobFacts } from './blobs.store.ts';
import { keepBlob } from './keep-blob.ts';
import { createRunningHashes } from './running-hashes.ts';
import { brokenOff, isTruncated } from './sent-bytes.ts';
import { uploadTypeOfFile } from './upload-types.ts';
import { uploadFolder } from './uploads.ts';

const megabyte = 1024 * 1024;
/** Pieces that wait for the disk are written together: fewer, larger writes. */
const writtenTogether = megabyte;

interface Chunk extends UploadIdentity {
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

type SmallFile = Omit<UploadIdentity, 'sha256'> & { name: string; bytes: Readable };

/** What admins upload for devices: piece by piece, going on after a cut, or small files at once. */
export function createAdminUploads(services: Services) {
  const { db, config } = services;
  const pathOf = (id: string) => join(uploadFolder(config.dataDir), id);
  const hashes = createRunningHashes();
  /** Who writes to an upload now. */
  const writing = new Map<string, { abort: AbortController; done: Promise<unknown> }>();

  async function receivedOf(id: string): Promise<number> {
    return (await stat(pathOf(id)).catch(() => null))?.size ?? 0;
  }

  async function discard(id: string): Promise<void> {
    await deleteAdminUpload(db, id);
    await rm(pathOf(id), { force: true });
  }

  /** Begins an upload; an earlier one of another size was no such file. */
  async function begin(chunk: Chunk, earlier: AdminUpload | undefined): Promise<AdminUpload> {
    if (earlier) await discard(earlier.id);
    const { adminId, deviceId, capability, sha256, size } = chunk;
    const upload = { id: randomBytes(16).toString('hex'), adminId, deviceId, capability, sha256, size };
    const dropped = await insertAdminUpload(db, upload, limits.file.unfinishedPerAdmin);
    for (const id of dropped) await rm(pathOf(id), { force: true });
    // Two first pieces at the same moment: one of them has begun it.
    return (await findAdminUpload(db, chunk)) ?? upload;
  }

  /** Whoever comes later is right: the connection of the one before is most likely broken, and nobody noticed yet. */
  async function alone<Result>(id: string, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const before = writing.get(id);
    const abort = new AbortController();
    const done = (async () => {
      before?.abort.abort();
      await before?.done.catch(() => undefined);
      return await work(abort.signal);
    })();
    const turn = { abort, done };
    writing.set(id, turn);
    try {
      return await done;
    } finally {
      if (writing.get(id) === turn) writing.delete(id);
    }
  }

  async function write(upload: AdminUpload, chunk: Chunk, signal: AbortSignal): Promise<ChunkTaken> {
    const before = await receivedOf(upload.id);
    if (chunk.offset !== before) throw new AppError('upload_received', { received: before });
    const path = pathOf(upload.id);
    // What arrived before a cut stays: it is the beginning of what was to come.
    const bytes = atMost(chunk.bytes, upload.size - before, hashes.resume(upload.id, before));
    const target = createWriteStream(path, { flags: 'a', mode: 0o600, highWaterMark: writtenTogether });
    await pipeline(bytes, target, { signal }).catch((error: unknown) => {
      throw error instanceof AppError ? error : new AppError('upload_failed');
    });
    const received = await receivedOf(upload.id);
    if (before === 0) await uploadTypeOfFile(path, chunk.name);
    if (received < upload.size) return { received, fileId: null };
    return { received, fileId: await finish(upload, chunk.name) };
  }

  async function finish(upload: AdminUpload, name: string): Promise<number> {
    const { id, sha256 } = upload;
    const source = pathOf(id);
    const typeOf = (path: string) => uploadTypeOfFile(path, name);
    const hashed = hashes.finish(id, upload.size);
    return await keepBlob(services, { source, sha256, hashed, typeOf }, (transaction, facts) =>
      record(transaction, upload, { ...facts, name }),
    );
  }

  return {
    /**
     * How much of a file is there, from this admin for this device. Whoever asks is about to go on: what still comes over an
     * earlier connection ends here, so that the answer holds.
     */
    async received(identity: UploadIdentity, size: number): Promise<number> {
      const upload = await findAdminUpload(db, identity);
      if (upload?.size !== size) return 0;
      return await alone(upload.id, () => receivedOf(upload.id));
    },

    /** What is on its way of a file, to be gone on with. */
    find: (identity: UploadIdentity) => findAdminUpload(db, identity),

    /** Takes a piece of a file; with the last one, keeps the file. */
    async take(chunk: Chunk, known: AdminUpload | undefined): Promise<ChunkTaken> {
      checkSize(chunk.size, limits.file.uploadMaxBytes);
      const upload = known?.size === chunk.size ? known : await begin(chunk, known);
      return await alone(upload.id, async (signal) => {
        try {
          return await write(upload, chunk, signal);
        } catch (error) {
          // What is refused for good is gone; all else can be gone on with.
          if (error instanceof AppError && final.includes(error.code)) await discard(upload.id);
          throw error;
        }
      });
    },

    /** Takes a small file at once. */
    async takeSmall({ bytes, name, ...owner }: SmallFile): Promise<number> {
      const { maxBytes } = limits.request;
      const typeOf = async (path: string) => {
        if (isTruncated(bytes)) throw new AppError('file_too_large', { size: maxBytes / megabyte });
        return await uploadTypeOfFile(path, name);
      };
      return await keepBlob(services, { source: bytes, sha256: null, typeOf }, (transaction, facts) =>
        record(transaction, owner, { ...facts, name }),
      ).catch((error: unknown) => {
        throw brokenOff(error) ? new AppError('upload_failed') : error;
      });
    },
  };
}

/** Refusals after which going on makes no sense. */
const final: readonly string[] = ['file_damaged', 'file_type_not_allowed', 'file_too_large', 'device_not_found'];

export function checkSize(size: number, maxBytes: number): void {
  if (size > maxBytes) throw new AppError('file_too_large', { size: maxBytes / megabyte });
  // An empty file is nothing of what may be sent.
  if (size === 0) throw new AppError('file_type_not_allowed');
}

/** Keeps to what was announced, and shows each piece to whoever hashes. */
async function* atMost(
  bytes: Readable,
  allowed: number,
  onPiece: ((piece: Uint8Array) => void) | null,
): AsyncGenerator<Buffer> {
  let left = allowed;
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    if (piece.length > left) throw new AppError('invalid_input', { problem: 'There are more bytes than announced.' });
    left -= piece.length;
    onPiece?.(piece);
    yield piece;
  }
  if (isTruncated(bytes)) throw new AppError('body_too_large');
}

/** The last word, in the transaction that keeps it: the person still shares the folder that it is for. */
async function record(
  db: Database,
  owner: Omit<UploadIdentity, 'sha256'>,
  file: BlobFacts & { name: string },
): Promise<number> {
  const { deviceId, capability } = owner;
  const device = await holdReceivingDevice(db, deviceId);
  if (!device) throw new AppError('device_not_found');
  if (device.paused) throw new AppError('device_paused');
  if (!device.capabilities.includes(capability)) {
    throw new AppError('consent_missing', { capability: capabilities[capability].title });
  }
  return await keepUploadedFile(db, owner, file);
}
