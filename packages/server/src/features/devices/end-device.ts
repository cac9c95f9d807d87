import { endDevice } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { findDeviceAccess } from '../../core/devices/devices.store.ts';
import { leaveDevice } from '../../core/devices/person/leave-device.ts';
import type { RowTable } from '../../core/devices/rows/row-table.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

/** Ends a device as if its person had left, for a reason that the person is told and that its log keeps. */
export async function end(
  services: Services,
  tables: readonly RowTable[],
  { session, scope, input: { deviceId, reason } }: Call<typeof endDevice>,
): Promise<null> {
  const { userId: adminId, username: adminName } = session;
  const ended = await leaveDevice(services, tables, {
    deviceId,
    // Checked again under the device's lock: the admin may have lost it since the request was let in.
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
