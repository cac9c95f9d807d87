import { Readable } from 'node:stream';
import { deviceFilesPath } from '@fairwatch/contract';
import { DataStore, ERRORS, Metadata, Server, Upload } from '@tus/server';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { StoreUnavailable } from '../../../core/blobs/store-unavailable.ts';
import { PartConflict, type UploadParts } from '../../../core/blobs/upload-parts.ts';
import { isDiskFull } from '../../../core/disk.ts';
import { deleteUpload, findUpload } from './uploads.store.ts';

/** The parts of an HTTP request that the tus protocol uses. */
export interface TusRequest {
  method: string;
  id: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Readable | null;
}

const tusHeaders = [
  'tus-resumable',
  'upload-length',
  'upload-offset',
  'upload-defer-length',
  'content-type',
  'content-length',
];

/** The library's response when the disk is full. */
const diskFull = { status_code: 507, body: 'disk full' };

/** The library's response when S3 does not answer. */
const unavailable = { status_code: 503, body: 'unavailable' };

/** What the library is told when bytes could not be stored. */
function storeError(error: unknown): object {
  if (error instanceof PartConflict) return ERRORS.INVALID_OFFSET;
  if (error instanceof StoreUnavailable) return unavailable;
  return isDiskFull(error) ? diskFull : ERRORS.FILE_WRITE_ERROR;
}

/** The library's store over our rows and parts. Bytes that arrived before a failure stay, so that the device can continue. */
class UploadStore extends DataStore {
  readonly #db: Database;
  readonly #parts: UploadParts;
  readonly #sizes: ReadonlyMap<string, number>;

  constructor(db: Database, parts: UploadParts, sizes: ReadonlyMap<string, number>) {
    super();
    this.#db = db;
    this.#parts = parts;
    this.#sizes = sizes;
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(file: Upload): Promise<Upload> {
    await this.#parts.create(file.id).catch((error: unknown) => {
      throw isDiskFull(error) ? diskFull : error;
    });
    return file;
  }

  override async write(bytes: Readable, id: string, offset: number): Promise<number> {
    const size = this.#sizes.get(id);
    return await this.#parts
      .append({ id, offset, bytes, ...(size !== undefined && { size }) })
      .catch((error: unknown) => {
        throw storeError(error);
      });
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const offset = await this.#parts.received(id);
    if (offset === null) throw ERRORS.FILE_NO_LONGER_EXISTS;
    const { size, sha256, mimeType, createdAt } = row;
    const metadata = { commandId: String(row.commandId), sha256, mimeType };
    return new Upload({ id, size, offset, metadata, creation_date: createdAt.toISOString() });
  }

  override async remove(id: string): Promise<void> {
    await deleteUpload(this.#db, id);
    await this.#parts.delete(id);
  }
}

/**
 * Serves the tus 1.0 protocol. Uploads are rows of ours: permission is checked before, and finished files are taken from
 * `parts`. Deferred lengths are not supported, because the size must be known to refuse it in time.
 */
export function createTusServer(db: Database, parts: UploadParts): (request: TusRequest) => Promise<Response> {
  /** The sizes of the uploads that are being created; a small file comes with its first request. */
  const sizes = new Map<string, number>();
  const store = new UploadStore(db, parts, sizes);
  const ids = new WeakMap<Request, string>();
  const server = new Server({
    path: deviceFilesPath,
    datastore: store,
    relativeLocation: true,
    namingFunction: (request) => ids.get(request) ?? '',
  });

  return async ({ method, id, headers, body }) => {
    const sent = tusHeaders.flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [],
    );
    const request = new Request(`http://localhost${deviceFilesPath}${method === 'POST' ? '' : `/${id}`}`, {
      method,
      headers: Object.fromEntries(sent),
      ...(body === null ? {} : { body: Readable.toWeb(body) as ReadableStream<Uint8Array>, duplex: 'half' as const }),
    });
    ids.set(request, id);
    if (method === 'POST') sizes.set(id, Number(headers['upload-length']));
    const response = await server.handleWeb(request).finally(() => sizes.delete(id));
    if (response.status >= 400) throw refusal(response.status, (await response.text()).trim());
    return response;
  };
}

/** Maps the library's errors to ours. */
function refusal(status: number, problem: string): AppError {
  if (status === 404 || status === 410) return new AppError('upload_not_found');
  if (status === 409) return new AppError('upload_offset');
  if (status === 413) return new AppError('body_too_large');
  if (status === diskFull.status_code) return new AppError('disk_full');
  if (status === unavailable.status_code) return new AppError('unavailable');
  if (status === 500) return new AppError('upload_failed');
  return new AppError('invalid_input', { problem });
}

/** Decodes the Upload-Metadata header. */
export function decodeMetadata(header: unknown): unknown {
  try {
    return Metadata.parse(typeof header === 'string' ? header : '');
  } catch {
    throw new AppError('invalid_input', { problem: 'Upload-Metadata must be names with Base64 values.' });
  }
}
