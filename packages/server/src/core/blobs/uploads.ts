import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, type fileMetadata } from '@fairwatch/contract';
import type { z } from 'zod/mini';
import { AppError } from '../app-error.ts';
import type { CommandRef } from '../devices/commands/commands.store.ts';
import { checkQuota } from '../devices/daily-quota.ts';
import type { Services } from '../services.ts';
import { finishUpload } from './finish-upload.ts';
import { checkSpace, isDiskFull } from './disk.ts';
import { checkSending } from './sending-check.ts';
import { deleteUpload, deleteUploadsOf, findUpload, insertUpload, type UploadRow } from './uploads.store.ts';
import type { WantedFiles } from './wanted-files.ts';

interface Announced {
  deviceId: number;
  size: number;
  metadata: z.infer<typeof fileMetadata>;
}

const uploadId = /^[0-9a-f]{32}$/;
const megabyte = 1024 * 1024;

/** Where files lie while they arrive: on the same disk as the blobs, so that a finished one only changes its name. */
export function uploadFolder(dataDir: string): string {
  return join(dataDir, 'uploads');
}

/** The life of an upload around the bytes themselves: who may begin and go on, and what becomes of it at the end. */
export function createUploads(services: Services, wanted: WantedFiles) {
  const { db, bus, config, log } = services;
  const folder = uploadFolder(config.dataDir);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => join(folder, id);
  const finishing = new Map<string, Promise<void>>();

  async function discard(id: string): Promise<void> {
    await deleteUpload(db, id);
    await rm(pathOf(id), { force: true });
  }

  /** Deletes what came for a command that was cancelled. What is being finished at this moment is refused there. */
  async function discardOf(command: CommandRef): Promise<void> {
    for (const id of await deleteUploadsOf(db, command)) {
      if (!finishing.has(id)) await rm(pathOf(id), { force: true });
    }
  }
  bus.subscribe('commandCancelled', (command) => {
    discardOf(command).catch((error: unknown) => {
      log.error(
        { err: error, event: 'uploads.discard_failed', ...command },
        'Failed to delete an upload that was cancelled',
      );
    });
  });

  async function finishOnce(upload: UploadRow): Promise<void> {
    try {
      await finishUpload(services, wanted, upload, pathOf(upload.id));
    } catch (error) {
      // What was refused is gone; what we could not do may be tried again.
      if (error instanceof AppError) await discard(upload.id);
      throw error;
    }
  }

  return {
    folder,
    discard,

    /** Takes down what a device announced. */
    async begin({ deviceId, size, metadata }: Announced): Promise<UploadRow> {
      const { maxUploadMegabytes } = config;
      if (size > maxUploadMegabytes * megabyte) throw new AppError('file_too_large', { size: maxUploadMegabytes });
      const { sha256, mimeType } = metadata;
      const commandId = Number(metadata.commandId);
      const command = await checkSending(db, { deviceId, commandId });
      await wanted.checkNumber(db, command, [sha256]);
      await wanted.checkSize(db, command, size);
      await checkQuota(services, { deviceId, kind: 'UPLOADS' }, size);
      await checkSpace(services, size);
      const { capability } = command;
      const id = randomBytes(16).toString('hex');
      const begun = { createdAt: new Date(), finished: false };
      const upload = { id, deviceId, commandId, capability, sha256, size, mimeType, ...begun };
      const dropped = await insertUpload(db, upload, limits.file.unfinishedPerDevice);
      for (const old of dropped) await rm(pathOf(old), { force: true });
      return upload;
    },

    /** An upload of this device. Whether it may go on with it now is checked apart. */
    async find(deviceId: number, id: string): Promise<UploadRow> {
      const upload = uploadId.test(id) ? await findUpload(db, id) : undefined;
      if (upload?.deviceId !== deviceId) throw new AppError('upload_not_found');
      return upload;
    },

    /** Whether all bytes are there. */
    async isComplete({ id, size }: UploadRow): Promise<boolean> {
      return (await stat(pathOf(id)).catch(() => null))?.size === size;
    },

    /** Checks and keeps a complete upload. Asked again while it does, it does it once. */
    finish(upload: UploadRow): Promise<void> {
      const under = finishing.get(upload.id);
      if (under) return under;
      const done = finishOnce(upload).finally(() => finishing.delete(upload.id));
      finishing.set(upload.id, done);
      done.catch((error: unknown) => {
        if (!(error instanceof AppError) && !isDiskFull(error))
          log.error({ err: error, uploadId: upload.id }, 'an upload was not kept');
      });
      return done;
    },
  };
}
