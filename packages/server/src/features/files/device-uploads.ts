import { limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { UploadRules } from '../../core/blobs/admin-uploads.ts';
import { uploadTypeOfFile } from '../../core/blobs/upload-types.ts';
import { refusalToShare } from '../../core/devices/device-access.ts';
import { holdReceivingDevice, keepUploadedFile, type DeviceOwner } from './uploaded-files.store.ts';

/** What admins may upload for a device, kept while its person shares the folder that it is for. */
export const deviceUploads: UploadRules<DeviceOwner, null> = {
  maxBytes: limits.file.uploadMaxBytes,
  async checkStart(path, name) {
    await uploadTypeOfFile(path, name);
  },
  inspect: async (path, name) => ({ mimeType: await uploadTypeOfFile(path, name), details: null }),
  async keep(db, owner, file) {
    const { deviceId, capability } = owner;
    const device = await holdReceivingDevice(db, deviceId);
    if (!device) throw new AppError('device_not_found');
    const refusal = refusalToShare(device, capability);
    if (refusal !== null) throw refusal;
    return await keepUploadedFile(db, owner, file);
  },
};
