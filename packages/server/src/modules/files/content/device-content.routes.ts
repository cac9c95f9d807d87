import { commandParams, deviceContentPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../shared/services/services.ts';
import { findDeviceBlob } from './blobs.store.ts';
import { checkUploadCommand } from '../uploads/upload-command.ts';
import { serveToDevice, type WantedFile } from './serve-to-device.ts';
import { findCommandParams } from '../uploads/uploads.store.ts';

/** A download depends on its command only, because withdrawing, pausing and leaving cancel the command. */
const subjectOf = ({ deviceId, id: commandId }: WantedFile) => ({ deviceId, capability: null, commandId });

/** Serves a device the files that its open command names. */
export function serveDeviceContent(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serveToDevice(app, services, deviceContentPath, subjectOf, async ({ deviceId, id: commandId, sha256 }) => {
    const { capability } = await checkUploadCommand(db, { deviceId, commandId });
    const params = commandParams.RECEIVE_FILES.safeParse(await findCommandParams(db, commandId));
    const isNamed = params.success && params.data.files.some((file) => file.sha256 === sha256);
    return isNamed ? await findDeviceBlob(db, { deviceId, capability, sha256 }) : undefined;
  });
}
