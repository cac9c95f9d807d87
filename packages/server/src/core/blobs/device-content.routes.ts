import { commandParams, deviceContentPath } from '@fairwatch/contract';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';
import { findDeviceBlob } from './blobs.store.ts';
import { checkSending } from './sending-check.ts';
import { serveToDevice, type WantedFile } from './serve-to-device.ts';
import { findCommandParams } from './uploads.store.ts';

/** A person who withdraws, pauses or leaves cancels the command, and so does an admin. */
const subjectOf = ({ deviceId, id: commandId }: WantedFile) => ({ deviceId, capability: null, commandId });

/** Where a device fetches the files that a command of its own names, while that command is open. */
export function serveDeviceContent(app: FastifyInstance, services: Services): void {
  const { db } = services;
  serveToDevice(app, services, deviceContentPath, subjectOf, async ({ deviceId, id: commandId, sha256 }) => {
    const { capability } = await checkSending(db, { deviceId, commandId });
    const params = commandParams.RECEIVE_FILES.safeParse(await findCommandParams(db, commandId));
    const isNamed = params.success && params.data.files.some((file) => file.sha256 === sha256);
    return isNamed ? await findDeviceBlob(db, { deviceId, capability, sha256 }) : undefined;
  });
}
