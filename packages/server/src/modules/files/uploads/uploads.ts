import { randomBytes } from 'node:crypto';
import { limits, type fileMetadata, fileKinds } from '@fairwatch/contract';
import type { z } from 'zod/mini';
import type { Readable } from 'node:stream';
import { AppError } from '../../../core/app-error.ts';
import type { CommandRef } from '../../commands/commands.store.ts';
import { checkQuota } from '../../../shared/device-state/daily-quota.ts';
import type { Services } from '../../../shared/services/services.ts';
import { checkSpace, isDiskFull } from '../../../core/disk.ts';
import { checkUploadCommand } from './upload-command.ts';
import { deleteUpload, deleteUploadsOf, findUpload, insertUpload, type UploadRow } from './uploads.store.ts';
import type { WantedFiles } from './wanted-files.ts';
import { keepFile } from '../content/blobs.store.ts';
import { keepBlob } from '../content/keep-blob.ts';
import { isOfKind, mimeTypeOfFile } from '../../../core/blobs/images/mime-types.ts';

interface Announced {
  deviceId: number;
  size: number;
  metadata: z.infer<typeof fileMetadata>;
}

const uploadId = /^[0-9a-f]{32}$/;
const megabyte = 1024 * 1024;

/** Manages uploads of devices: who may begin and continue one, and what happens when it is complete. */
export function createUploads(services: Services, wanted: WantedFiles) {
  const { db, bus, config, log, uploadParts } = services;
  const finishing = new Map<string, Promise<void>>();

  async function discard(id: string): Promise<void> {
    await deleteUpload(db, id);
    await uploadParts.delete(id);
  }

  /** Deletes the uploads of a cancelled command. One that is being finished at this moment is refused there. */
  async function discardUploadsOf(command: CommandRef): Promise<void> {
    for (const id of await deleteUploadsOf(db, command)) {
      if (!finishing.has(id)) await uploadParts.delete(id);
    }
  }
  // Once, by the server that cancelled it: it has just written so.
  bus.subscribeLocal('commandCancelled', (command) => {
    discardUploadsOf(command).catch((error: unknown) => {
      log.error(
        { err: error, event: 'uploads.discard_failed', ...command },
        'Failed to delete an upload that was cancelled',
      );
    });
  });

  async function finishOnce(upload: UploadRow): Promise<void> {
    const { id } = upload;
    try {
      await finishUpload(services, wanted, upload, await uploadParts.source(id));
      await uploadParts.settle(id);
    } catch (error) {
      // Another server may have finished it at the same time.
      if (uploadParts.isShared && (await findUpload(db, id))?.finished) return;
      // A refused upload is discarded; after a failure of the server it can be tried again.
      if (error instanceof AppError) await discard(id);
      throw error;
    }
  }

  return {
    discard,

    /** Creates an upload that a device announced, after checking its command, size, quota and the disk. */
    async begin({ deviceId, size, metadata }: Announced): Promise<UploadRow> {
      const { maxUploadMegabytes } = config;
      if (size > maxUploadMegabytes * megabyte) throw new AppError('file_too_large', { size: maxUploadMegabytes });
      const { sha256, mimeType } = metadata;
      const commandId = Number(metadata.commandId);
      const command = await checkUploadCommand(db, { deviceId, commandId });
      await wanted.checkNumber(db, command, [sha256]);
      await wanted.checkSize(db, command, size);
      await checkQuota(services, { deviceId, kind: 'UPLOADS' }, size);
      await checkSpace(services, size);
      const { capability } = command;
      const id = randomBytes(16).toString('hex');
      const begun = { createdAt: new Date(), finished: false };
      const upload = { id, deviceId, commandId, capability, sha256, size, mimeType, ...begun };
      const dropped = await insertUpload(db, upload, limits.file.unfinishedPerDevice);
      for (const old of dropped) await uploadParts.delete(old);
      return upload;
    },

    /** Finds an upload of this device. The caller checks whether it may continue now. */
    async find(deviceId: number, id: string): Promise<UploadRow> {
      const upload = uploadId.test(id) ? await findUpload(db, id) : undefined;
      if (upload?.deviceId !== deviceId) throw new AppError('upload_not_found');
      return upload;
    },

    /** True when all bytes have arrived. */
    async isComplete({ id, size }: UploadRow): Promise<boolean> {
      return (await uploadParts.received(id)) === size;
    },

    /** Verifies and stores a complete upload. Parallel calls for one upload share the work. */
    finish(upload: UploadRow): Promise<void> {
      const inProgress = finishing.get(upload.id);
      if (inProgress) return inProgress;
      const done = finishOnce(upload).finally(() => finishing.delete(upload.id));
      finishing.set(upload.id, done);
      done.catch((error: unknown) => {
        if (!(error instanceof AppError) && !isDiskFull(error))
          log.error(
            { err: error, event: 'uploads.finish_failed', uploadId: upload.id },
            'Failed to store a finished upload',
          );
      });
      return done;
    },
  };
}

/**
 * Stores a complete upload of a device if its bytes have the announced hash, the right type, and the command still needs
 * them.
 */
async function finishUpload(
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
