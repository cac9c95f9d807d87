import { commandParams, deviceContentPath, deviceSentPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../../shared/services/services.ts';
import { findDeviceBlob, findSentBlob } from './blobs.store.ts';
import { checkUploadCommand } from '../uploads/upload-command.ts';
import { serveToDevice, type WantedFile } from './serve-to-device.ts';
import { findCommandParams } from '../uploads/uploads.store.ts';

/** A device's own files depend on nothing but the device: they are its person's, also while nothing is shared. */
const ownSubject = ({ deviceId }: WantedFile) => ({ deviceId, capability: null });

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

/** Serves a device what it has sent itself, so that its person sees what was taken. */
export function serveSentContent(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serveToDevice(app, services, deviceSentPath, ownSubject, ({ deviceId, id: commandId, sha256 }) =>
    findSentBlob(db, { deviceId, commandId, sha256 }),
  );
}
