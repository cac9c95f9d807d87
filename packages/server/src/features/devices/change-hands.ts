import { can, changeHands, limits, savePasscodes, type Passcode } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { requireRoom } from '../../domain/bounds/creation-bounds.store.ts';
import { checkReviewDay } from '../../domain/devices/review-day.ts';
import { findBatch } from '../../domain/passcodes/passcode-list.store.ts';
import { findCurrentTargets } from '../../domain/passcodes/passcode-targets.store.ts';
import { insertPasscodes } from '../../domain/passcodes/passcodes.store.ts';
import type { RowTable } from '../../domain/rows/row-table.ts';
import type { Call } from '../../domain/routing/route.ts';
import type { Services } from '../../domain/services/services.ts';
import { endDeviceByAdmin } from '../../domain/person/end-device.ts';

const validHours = limits.passcode.lifetimeMs / 3_600_000;

/**
 * Ends the stay of a device's person and makes a passcode for the next one, both in one transaction: either the device has changed hands, or
 * nothing has happened.
 */
export async function changeHandsOf(
  services: Services,
  tables: readonly RowTable[],
  call: Call<typeof changeHands>,
): Promise<Passcode> {
  const { session, scope, input } = call;
  const { deviceId, name, ground, reason } = input;
  // The answer has a passcode, which only those may make who may make others.
  if (!can(session, savePasscodes)) throw new AppError('not_allowed');
  if (ground.reviewOn !== null) checkReviewDay(ground.reviewOn);
  let passcode: Passcode | undefined;
  const isEnded = await endDeviceByAdmin(services, tables, {
    deviceId,
    admin: session,
    scope,
    reason,
    endpoint: changeHands,
    before: async (transaction) => {
      // Each request ends a device, so that parallel ones cannot pass the bound by much.
      await requireRoom(transaction, 'passcodes', session.userId);
      const targets = await findCurrentTargets(transaction, scope, deviceId);
      const made = { ...targets, name, email: '', validHours };
      const { batchId } = await insertPasscodes(transaction, session.userId, ground, [made]);
      [passcode] = await findBatch(transaction, scope, batchId);
    },
  });
  if (!isEnded) throw new AppError('device_not_found');
  services.bus.publish('changed', { feature: 'passcodes', deviceId: null });
  if (passcode === undefined) throw new Error('A passcode that was inserted is found in its transaction.');
  return passcode;
}
