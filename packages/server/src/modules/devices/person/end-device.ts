import { endDevice, type Endpoint } from '@fairwatch/contract';
import { lockWaitingItem } from '../../commands/run-items.store.ts';
import { findDeviceAccess } from '../../../shared/device-state/devices.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import { leaveDevice } from './leave-device.ts';

interface EndByAdmin {
  deviceId: number;
  admin: { userId: number; username: string };
  scope: Scope;
  /** Shown to the person, and kept in the device's log. */
  reason: string;
  /** The item of a run that ends it; left out for a single request. */
  runItemId?: number;
  /** The endpoint that ends it, for the log. */
  endpoint?: Pick<Endpoint, 'path'>;
  /** More work of the same transaction. */
  before?: (transaction: Database) => Promise<void>;
}

/**
 * Ends a device as if its person had left. The reason is shown to the person and kept in the device's log. False when the device has left
 * or is not in scope.
 */
export async function endDeviceByAdmin(
  services: Services,
  tables: readonly RowTable[],
  { deviceId, admin, scope, reason, runItemId, endpoint = endDevice, before }: EndByAdmin,
): Promise<boolean> {
  const { userId: adminId, username: adminName } = admin;
  return await leaveDevice(services, tables, {
    deviceId,
    // Checked again under the device's row lock, because the assignment may have been removed since the request was authorized.
    entryOf: async (_device, db) => {
      const access = await findDeviceAccess(db, scope, deviceId, { capability: null, action: 'COMMAND' });
      if (!access?.inScope) return null;
      // The run may have been cancelled.
      if (runItemId !== undefined && !(await lockWaitingItem(db, runItemId))) return null;
      const actor = { actorId: adminId, actorName: adminName };
      return { deviceId, ...actor, action: 'END', subject: endpoint.path, details: { why: reason } };
    },
    end: { adminId, adminName, reason },
    ...(runItemId !== undefined && { runItemId }),
    ...(before && { before }),
  });
}
