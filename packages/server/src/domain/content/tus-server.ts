import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { deviceFilesPath } from '@fairwatch/contract';
import { FileStore } from '@tus/file-store';
import { ERRORS, Metadata, Server, Upload } from '@tus/server';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../schema/schema.ts';
import { isDiskFull } from '../../core/disk.ts';
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

/**
 * The library's file store, extended to report a full disk. Bytes written before that stay, so that the device can continue.
 */
class UploadStore extends FileStore {
  override async create(file: Upload): Promise<Upload> {
    return await super.create(file).catch((error: unknown) => {
      throw isDiskFull(error) ? diskFull : error;
    });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(join(this.directory, id), { flags: 'r+', start: offset });
    try {
      await pipeline(readable, file);
    } catch (error) {
      throw isDiskFull(error) ? diskFull : ERRORS.FILE_WRITE_ERROR;
    }
    return offset + file.bytesWritten;
  }
}

/**
 * Serves the tus 1.0 protocol over files in a folder. Uploads are rows of ours: permission is checked before, and finished
 * files are taken from here. Deferred lengths are not supported, because the size must be known to refuse it in time.
 */
export function createTusServer(db: Database, folder: string): (request: TusRequest) => Promise<Response> {
  const store = new UploadStore({
    directory: folder,
    configstore: {
      get: async (id) => {
        const row = await findUpload(db, id);
        if (!row) return undefined;
        const { size, sha256, mimeType, createdAt } = row;
        const metadata = { commandId: String(row.commandId), sha256, mimeType };
        return new Upload({ id, size, offset: 0, metadata, creation_date: createdAt.toISOString() });
      },
      set: async () => undefined,
      delete: (id) => deleteUpload(db, id),
    },
  });
  store.extensions = ['creation', 'creation-with-upload', 'termination'];
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
    const response = await server.handleWeb(request);
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
