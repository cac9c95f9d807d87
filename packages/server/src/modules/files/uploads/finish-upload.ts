import type { Readable } from 'node:stream';
import { fileKinds } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { Services } from '../../../shared/services/services.ts';
import { keepFile } from '../content/blobs.store.ts';
import { keepBlob } from '../content/keep-blob.ts';
import { isOfKind, mimeTypeOfFile } from '../../../core/blobs/images/mime-types.ts';
import { checkUploadCommand } from './upload-command.ts';
import type { UploadRow } from './uploads.store.ts';
import type { WantedFiles } from './wanted-files.ts';

/**
 * Stores a complete upload of a device if its bytes have the announced hash, the right type, and the command still needs
 * them.
 */
export async function finishUpload(
  services: Services,
  wanted: WantedFiles,
  upload: UploadRow,
  source: string | Readable,
): Promise<void> {
  const { sha256, capability } = upload;
  const typeOf = async (file: string) => {
    const mimeType = await mimeTypeOfFile(file, upload.mimeType);
    if (!isOfKind(mimeType, fileKinds[capability] ?? 'image')) throw new AppError('file_type_not_allowed');
    return mimeType;
  };
  await keepBlob(
    services,
    { source, owner: `device ${upload.deviceId}`, sha256, typeOf },
    async (transaction, facts) => {
      const command = await checkUploadCommand(transaction, upload, { lock: true });
      await wanted.checkLast(transaction, command, sha256);
      if (!(await keepFile(transaction, upload, facts))) throw new AppError('upload_not_found');
    },
  );
}
