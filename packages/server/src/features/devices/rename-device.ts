import { renameDevice } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { appendAudit } from '../../core/devices/audit/audit.store.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { updateNickname } from './devices.store.ts';

/** Renames a device and writes it to its log, both or neither. The same name again is no rename. */
export async function rename({ db, bus }: Services, { session, scope, input }: Call<typeof renameDevice>) {
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
