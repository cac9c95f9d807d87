import { can, changeHands, savePasscodes, type Passcode, renameDevice, usualHours } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { requireRoom } from '../../../shared/bounds/creation-bounds.store.ts';
import { checkReviewDay } from '../overview/review-day.ts';
import { findBatch } from '../passcodes/passcode-list.store.ts';
import { checkAsked } from '../passcodes/check-asked.ts';
import { findCurrentTargets } from '../passcodes/passcode-targets.store.ts';
import { insertPasscodes } from '../passcodes/passcodes.store.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { endDeviceByAdmin } from '../person/end-device.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import { updateNickname } from '../../../shared/device-state/device-list.store.ts';

const validHours = usualHours({ isGuarded: false });

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
  const { deviceId, name, ground, asked, reason } = input;
  // The answer has a passcode, which only those may make who may make others.
  if (!can(session, savePasscodes)) throw new AppError('not_allowed');
  await checkAsked(services, session, asked);
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
      const { batchId } = await insertPasscodes(transaction, session.userId, { ground, asked }, [made]);
      [passcode] = await findBatch(transaction, scope, batchId);
    },
  });
  if (!isEnded) throw new AppError('device_not_found');
  services.bus.publish('changed', { feature: 'passcodes', deviceId: null });
  if (passcode === undefined) throw new Error('A passcode that was inserted is found in its transaction.');
  return passcode;
}

/** Sets a device's nickname and logs it in one transaction. An unchanged name is not logged. */
export async function setDeviceNickname({ db, bus }: Services, { session, scope, input }: Call<typeof renameDevice>) {
  const { deviceId, nickname } = input;
  const before = await db.transaction().execute(async (transaction) => {
    const old = await updateNickname(transaction, scope, input);
    if (old === undefined) throw new AppError('device_not_found');
    if (old !== nickname) {
      await appendAudit(transaction, {
        deviceId,
        actorId: session.userId,
        actorName: session.username,
        action: 'RENAME',
        subject: renameDevice.path,
        details: { before: old, after: nickname },
      });
    }
    return old;
  });
  if (before !== nickname) bus.publish('changed', { feature: 'devices', deviceId });
  return { nickname };
}
