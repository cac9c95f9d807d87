import { Readable } from 'node:stream';
import {
  checkExists,
  contentUrl,
  downloadFile,
  limits,
  receiveFiles,
  uploadBase64,
  uploadChunk,
  uploadFile,
  contentSubject,
  type CdnFile,
} from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { createAdminUploads, type UploadRules } from '../uploads/admin-uploads.ts';
import { checkSize } from '../uploads/upload-pieces.ts';
import { issueContentLink } from '../content/content-links.ts';
import { logFile } from '../../../shared/audit/read-log.ts';
import { requestCommand } from '../../commands/commands.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { DeliveryTarget } from '../../../shared/services/deliveries.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { findBlobName } from '../content/blobs.store.ts';
import { findStoredBytes, findStoredFiles } from '../content/stored-files.store.ts';
import { uploadTypeOfFile } from '../../../core/blobs/upload-types.ts';
import { notSharedError } from '../../consent/device-access.ts';
import { lockReceivingDevice, insertUploadedFile, type DeviceOwner } from './uploaded-files.store.ts';

const capability = 'FILES';
const permission = 'FILE_MANAGER';

/** The calls about uploads to a device and about stored files. */
export function fileTransferRoutes(services: Services): Route[] {
  const { db, bus, blobs, deliveries } = services;
  const uploads = createAdminUploads(services, deviceUploads(services));

  /** Reads the file that was just stored, makes open pages reload, and begins its delivery. */
  async function stored(scope: Scope, { deviceId, target }: Upload, id: number): Promise<CdnFile> {
    bus.publish('changed', { feature: 'files', deviceId });
    if (target !== null) deliveries.begin(deviceId);
    return await find(scope, deviceId, id);
  }

  /** Delivers a file that was stored before this upload, such as by an earlier attempt whose answer was lost. */
  async function deliverStored(
    target: DeliveryTarget,
    { id, fileHash, fileSize }: CdnFile,
    name: string,
  ): Promise<void> {
    const file = { id, name, sha256: fileHash, size: fileSize };
    await db.transaction().execute((transaction) => deliveries.append(transaction, { ...target, file }));
    deliveries.begin(target.deviceId);
  }

  async function find(scope: Scope, deviceId: number, id: number): Promise<CdnFile> {
    const [file] = await findStoredFiles(db, scope, deviceId, [id]);
    if (!file) throw new AppError('file_not_found');
    return file;
  }

  return [
    handle(checkExists, async ({ session, scope, input }) => {
      const { deviceId, sha256, size } = input;
      // Called first, because it waits for an upload that is being finished.
      const received = await uploads.received({ adminId: session.userId, deviceId, capability, sha256 }, size);
      const file = await findStoredBytes(db, scope, input);
      const storedAs = file && (await findBlobName(db, sha256));
      if (storedAs && (await blobs.stat(storedAs, 'full'))) return { exists: true, file, received: size };
      return { exists: false, file: null, received };
    }),

    handle(uploadChunk, async ({ session, scope, input, file: bytes }) => {
      const { deviceId, sha256, size } = input;
      const upload = { ...input, ...uploadOf(session, input), bytes };
      const taken = await uploads.take(upload, () => findStoredBytes(db, scope, { deviceId, sha256, size }));
      if (!('received' in taken)) {
        if (upload.target !== null) await deliverStored(upload.target, taken, input.name);
        return { received: size, file: taken };
      }
      const { received, kept: fileId } = taken;
      return { received, file: fileId === null ? null : await stored(scope, upload, fileId) };
    }),

    handle(uploadFile, async ({ session, scope, input, file: bytes }) => {
      const upload = uploadOf(session, input);
      return await stored(scope, upload, await uploads.takeSmall({ ...upload, name: input.name, bytes }));
    }),

    handle(uploadBase64, async ({ session, scope, input }) => {
      const bytes = decodeBase64(input.content);
      checkSize(bytes.length, limits.request.maxBytes);
      const upload = uploadOf(session, input);
      const file = { ...upload, name: input.name, bytes: Readable.from([bytes]) };
      return await stored(scope, upload, await uploads.takeSmall(file));
    }),

    handle(receiveFiles, async ({ session, scope, input: { deviceId, folder, files } }) => {
      const found = await findStoredFiles(db, scope, deviceId, [...new Set(files.map(({ id }) => id))]);
      const byId = new Map(found.map((file) => [file.id, file]));
      const named = files.map(({ id, name }) => {
        const file = byId.get(id);
        if (!file) throw new AppError('file_not_found');
        return { name, sha256: file.fileHash, size: file.fileSize };
      });
      const params = { folder, files: named };
      return await requestCommand(services, {
        session,
        deviceId,
        type: 'RECEIVE_FILES',
        params,
        endpoint: receiveFiles,
      });
    }),

    handle(downloadFile, async ({ session, scope, input: { deviceId, id } }) => {
      const { fileHash, fileName, filePath } = await find(scope, deviceId, id);
      const path = contentSubject(capability);
      const file = { session, deviceId, capability, sha256: fileHash, path, how: 'SAVE' } as const;
      await logFile(services.auditLog, file, async () => ({ object: filePath, isPreview: false }));
      const { ticket, expiresAt } = await issueContentLink(services, session, { deviceId, capability, permission });
      return { url: contentUrl({ ticket, sha256: fileHash, variant: 'full', saveAs: fileName }), fileName, expiresAt };
    }),
  ];
}

type Upload = ReturnType<typeof uploadOf>;

interface UploadInput {
  deviceId: number;
  deliverFolder?: string | undefined;
  deliverRun?: string | undefined;
}

/** Returns who uploads for which device, and where the file is delivered to; null when it is only stored. */
function uploadOf(session: Session, { deviceId, deliverFolder: folder, deliverRun: runClientId }: UploadInput) {
  const isDelivered = folder !== undefined && runClientId !== undefined;
  const target: DeliveryTarget | null = isDelivered ? { session, deviceId, folder, runClientId } : null;
  return { adminId: session.userId, deviceId, capability, target } as const;
}

const base64Pattern = /^(?:data:[^,]{0,200};base64,)?([A-Za-z0-9+/_-]*={0,2})$/;

/** Decodes Base64, with or without the prefix of a data URL. Throws `invalid_input` for anything else. */
function decodeBase64(text: string): Buffer {
  const body = base64Pattern.exec(text)?.[1];
  if (body === undefined) throw new AppError('invalid_input', { problem: 'content: it must be Base64.' });
  return Buffer.from(body, 'base64');
}

/**
 * The upload rules for files that admins send to a device. A file is kept only while the person shares the folder. Its delivery is
 * appended in the transaction that stores it, so that a crash in between loses neither.
 */
function deviceUploads({ deliveries }: Pick<Services, 'deliveries'>): UploadRules<DeviceOwner, null> {
  return {
    maxBytes: limits.file.uploadMaxBytes,
    async checkStart(path, name) {
      await uploadTypeOfFile(path, name);
    },
    inspect: async (path, name) => ({ mimeType: await uploadTypeOfFile(path, name), details: null }),
    async keep(db, owner, file) {
      const { deviceId, capability, target } = owner;
      const device = await lockReceivingDevice(db, deviceId);
      if (!device) throw new AppError('device_not_found');
      const refusal = notSharedError(device, capability);
      if (refusal !== null) throw refusal;
      const id = await insertUploadedFile(db, owner, file);
      const { name, sha256, size } = file;
      if (target !== null) await deliveries.append(db, { ...target, file: { id, name, sha256, size } });
      return id;
    },
  };
}
