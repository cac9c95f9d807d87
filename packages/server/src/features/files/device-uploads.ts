import { capabilities, limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { UploadRules } from '../../core/blobs/admin-uploads.ts';
import { uploadTypeOfFile } from '../../core/blobs/upload-types.ts';
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
    if (device.paused) throw new AppError('device_paused');
    if (!device.capabilities.includes(capability)) {
      throw new AppError('consent_missing', { capability: capabilities[capability].title });
    }
    return await keepUploadedFile(db, owner, file);
  },
};
