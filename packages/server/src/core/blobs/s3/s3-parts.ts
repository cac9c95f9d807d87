import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { appendBytes } from '../append-bytes.ts';
import type { S3Objects } from './s3-objects.ts';
import { PartConflict, type UploadParts } from '../upload-parts.ts';

/** A part of an upload: one object of the bucket. */
export interface StoredPart {
  uploadId: string;
  start: number;
  size: number;
  key: string;
}

/** The rows that say which objects make up an upload. The rows are the truth; an object without one is deleted by the sweep. */
export interface PartRows {
  /** The end of the last part. */
  received(uploadId: string): Promise<number>;
  /** Adds a part at the end of an upload. False when the upload is gone or has another length than the part's start. */
  add(part: StoredPart): Promise<boolean>;
  /** Lists the parts in their order. */
  list(uploadId: string): Promise<StoredPart[]>;
  /** Deletes all parts of an upload and returns their keys. */
  delete(uploadId: string): Promise<string[]>;
  /** Lists the uploads that have parts. */
  listUploads(): Promise<string[]>;
}

/** The prefix of all parts in the bucket. */
export const partPrefix = 'parts/';

/** Fewer bytes of a request that broke off are not worth an object. */
const worthKeepingBytes = 64 * 1024;

/**
 * Stores each part of an upload as one object, and a row that is inserted only when the part continues the upload. Parts may
 * arrive at different servers, and of two at one offset the first wins. A server that dies loses only the part that it was
 * receiving.
 *
 * A request is first written to a temporary file, because S3 wants to know the size of an object before its bytes. A file that comes
 * whole in one request stays there, and is never stored as a part.
 */
export function createS3Parts(objects: S3Objects, rows: PartRows, temporaryPath: () => Promise<string>): UploadParts {
  const whole = new Map<string, { path: string; size: number }>();

  async function store({ id, offset, size, path }: { id: string; offset: number; size: number; path: string }) {
    const key = `${partPrefix}${id}/${String(offset).padStart(15, '0')}-${randomUUID()}`;
    await objects.put(key, { body: { path, size } });
    if (await rows.add({ uploadId: id, start: offset, size, key })) return offset + size;
    await objects.delete([key]);
    throw new PartConflict();
  }

  /** Stores what arrived before a request failed, if that is possible, so that its sender need not send it again. */
  async function keepArrived({ id, offset, path }: { id: string; offset: number; path: string }): Promise<void> {
    try {
      const { size } = await stat(path);
      if (size >= worthKeepingBytes) await store({ id, offset, size, path });
    } catch {
      // The caller reports why the request failed.
    }
  }

  async function dropWhole(id: string): Promise<void> {
    const kept = whole.get(id);
    whole.delete(id);
    if (kept) await rm(kept.path, { force: true });
  }

  async function* readParts(id: string): AsyncGenerator<Buffer> {
    for (const { key } of await rows.list(id)) yield* objects.open(key) as AsyncIterable<Buffer>;
  }

  return {
    isShared: true,
    create: async () => {},
    received: async (id) => whole.get(id)?.size ?? (await rows.received(id)),

    async append({ id, offset, bytes, size: wholeSize, signal, check, inspect }) {
      const path = await temporaryPath();
      let isMoved = false;
      try {
        try {
          await appendBytes({ path, bytes, ...(signal && { signal }), ...(check && { check }) });
        } catch (error) {
          await keepArrived({ id, offset, path });
          throw error;
        }
        const { size } = await stat(path);
        await inspect?.(path);
        if (size === 0) return offset;
        if (offset > 0 || size !== wholeSize) return await store({ id, offset, size, path });
        isMoved = true;
        whole.set(id, { path, size });
        return size;
      } finally {
        if (!isMoved) await rm(path, { force: true });
      }
    },

    flushInBackground: () => {},

    async source(id) {
      const kept = whole.get(id);
      // From here on the file is the caller's, who deletes it whatever happens.
      whole.delete(id);
      return kept?.path ?? Readable.from(readParts(id), { objectMode: false });
    },

    async settle(id) {
      await objects.delete(await rows.delete(id)).catch(() => undefined);
    },

    async delete(id) {
      await dropWhole(id);
      await rows.delete(id);
      // The bucket may have a part whose row was never inserted, because its server died.
      for await (const key of objects.list(`${partPrefix}${id}/`)) await objects.delete([key]);
    },

    async list() {
      const ids = new Set([...whole.keys(), ...(await rows.listUploads())]);
      for await (const key of objects.list(partPrefix)) ids.add(key.split('/')[1] ?? '');
      return [...ids];
    },
  };
}
