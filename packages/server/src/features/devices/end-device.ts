import { endDevice } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { findDeviceAccess } from '../../domain/devices/devices.store.ts';
import { leaveDevice } from '../../domain/person/leave-device.ts';
import type { RowTable } from '../../domain/rows/row-table.ts';
import type { Call } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';

/** Ends a device as if its person had left. The reason is shown to the person and kept in the device's log. */
export async function endDeviceByAdmin(
  services: Services,
  tables: readonly RowTable[],
  { session, scope, input: { deviceId, reason } }: Call<typeof endDevice>,
): Promise<null> {
  const { userId: adminId, username: adminName } = session;
  const ended = await leaveDevice(services, tables, {
    deviceId,
    // Checked again under the device's row lock, because the assignment may have been removed since the request was authorized.
    entryOf: async (_device, db) => {
      const access = await findDeviceAccess(db, scope, deviceId);
      if (!access?.inScope) return null;
      const actor = { actorId: adminId, actorName: adminName };
      return { deviceId, ...actor, action: 'END', subject: endDevice.path, details: { why: reason } };
    },
    end: { adminId, adminName, reason },
  });
  if (!ended) throw new AppError('device_not_found');
  return null;
}
