import { limits } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import type { UploadRules } from '../uploads/admin-uploads.ts';
import { uploadTypeOfFile } from '../../../core/blobs/upload-types.ts';
import { notSharedError } from '../../consent/device-access.ts';
import type { Services } from '../../../shared/services/services.ts';
import { lockReceivingDevice, insertUploadedFile, type DeviceOwner } from './uploaded-files.store.ts';

/**
 * The upload rules for files that admins send to a device. A file is kept only while the person shares the folder. Its delivery is
 * appended in the transaction that stores it, so that a crash in between loses neither.
 */
export function deviceUploads({ deliveries }: Pick<Services, 'deliveries'>): UploadRules<DeviceOwner, null> {
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
