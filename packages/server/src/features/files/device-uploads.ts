import { limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { UploadRules } from '../../domain/content/admin-uploads.ts';
import { uploadTypeOfFile } from '../../core/blobs/upload-types.ts';
import { notSharedError } from '../../domain/access/device-access.ts';
import { lockReceivingDevice, insertUploadedFile, type DeviceOwner } from './uploaded-files.store.ts';

/** The upload rules for files that admins send to a device. A file is kept only while the person shares the folder. */
export const deviceUploads: UploadRules<DeviceOwner, null> = {
  maxBytes: limits.file.uploadMaxBytes,
  async checkStart(path, name) {
    await uploadTypeOfFile(path, name);
  },
  inspect: async (path, name) => ({ mimeType: await uploadTypeOfFile(path, name), details: null }),
  async keep(db, owner, file) {
    const { deviceId, capability } = owner;
    const device = await lockReceivingDevice(db, deviceId);
    if (!device) throw new AppError('device_not_found');
    const refusal = notSharedError(device, capability);
    if (refusal !== null) throw refusal;
    return await insertUploadedFile(db, owner, file);
  },
};
