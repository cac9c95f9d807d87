import { renameDevice } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { updateNickname } from '../../../shared/device-state/device-list.store.ts';

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
