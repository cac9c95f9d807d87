import type { Readable } from 'node:stream';
import { limits, type ErrorCode } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { isUnfinishedUpload, type AdminUpload } from './admin-uploads.store.ts';
import type { BlobFacts } from '../content/blobs.store.ts';
import { checkSpace } from '../../../core/disk.ts';
import { keepBlob } from '../content/keep-blob.ts';
import { isBrokenUpload, isTruncated } from '../../../core/blobs/upload-errors.ts';
import { createPieceUploads, type Owner, type Piece } from './upload-pieces.ts';

const megabyte = 1024 * 1024;

/** What a feature accepts, and how it stores it. */
export interface UploadRules<Whose extends Owner, Details> {
  maxBytes: number;
  /** Error codes of the feature after which the upload cannot continue. */
  final?: readonly ErrorCode[];
  /** Checks the first chunk, so that nobody sends the rest in vain. */
  checkStart(path: string, name: string, owner: Whose): Promise<void>;
  /** Determines the type of the complete file. Throws when it may not be stored. */
  inspect(path: string, name: string, owner: Whose): Promise<{ mimeType: string; details: Details }>;
  /** Stores the file's row in the transaction that stores the blob, and returns its id. */
  keep(db: Database, owner: Whose, file: BlobFacts & { name: string; details: Details }): Promise<number>;
}

/** Receives files of admins that are kept as blobs: in chunks, or small files at once. */
export function createAdminUploads<Whose extends Owner, Details>(
  services: Services,
  rules: UploadRules<Whose, Details>,
) {
  const { uploadParts } = services;
  const { maxBytes, final = [] } = rules;

  const pieces = createPieceUploads<Whose, number>(services, {
    maxBytes,
    final,
    checkStart: (path, chunk) => rules.checkStart(path, chunk.name, chunk),
    async finish({ id, sha256, size, hashed }, chunk) {
      const source = await uploadParts.source(id);
      const fileId = await keepWhole(chunk, { source, sha256, hashed, name: chunk.name }, { id, size });
      await uploadParts.settle(id);
      return fileId;
    },
  });

  async function keepWhole(
    owner: Whose,
    { name, ...bytes }: { source: string | Readable; sha256: string | null; hashed?: string | null; name: string },
    upload: Pick<AdminUpload, 'id' | 'size'> | null = null,
  ): Promise<number> {
    let details: Details | undefined;
    const typeOf = async (path: string) => {
      if (isTruncated(bytes.source)) throw new AppError('file_too_large', { size: limits.request.maxBytes / megabyte });
      const found = await rules.inspect(path, name, owner);
      details = found.details;
      return found.mimeType;
    };
    const incoming = { ...bytes, owner: `account ${owner.adminId}`, typeOf };
    return await keepBlob(services, incoming, async (transaction, facts) => {
      if (uploadParts.isShared && upload !== null) await checkUnfinished(transaction, upload);
      return await rules.keep(transaction, owner, { ...facts, name, details: details as Details });
    });
  }

  return {
    ...pieces,

    /** Receives a small file in one request. */
    async takeSmall(file: Whose & Pick<Piece, 'name' | 'bytes'>): Promise<number> {
      const { name, bytes } = file;
      await checkSpace(services, limits.request.maxBytes);
      return await keepWhole(file, { source: bytes, sha256: null, name }).catch((error: unknown) => {
        throw isBrokenUpload(error) ? new AppError('upload_interrupted') : error;
      });
    },
  };
}

/**
 * Throws unless the upload is still there. Two servers that finish it at once meet at the lock of the blob, and the second
 * finds it gone; its caller asks again and gets the stored file.
 */
async function checkUnfinished(transaction: Database, { id, size }: Pick<AdminUpload, 'id' | 'size'>): Promise<void> {
  if (!(await isUnfinishedUpload(transaction, id))) throw new AppError('upload_received', { received: size });
}
