import { renameUser, userDetail, type UserDetail } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { appendAudits } from '../../core/devices/audit/audit.store.ts';
import { logReads } from '../../core/devices/audit/read-log.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { findUser, listDeviceIds, listDevicesOf, updateNickname } from './users.store.ts';

/** One account with its devices. Whoever carries them can read in their log that somebody looked. */
export async function readUser({ db }: Services, { session, scope, input }: Call<typeof userDetail>) {
  const found = await findUser(db, scope, input.userId);
  if (!found) throw new AppError('user_not_found');
  const devices = await listDevicesOf(db, scope, input.userId);
  const deviceIds = devices.map(({ id }) => id);
  await logReads(db, { session, endpoint: userDetail, part: '' }, deviceIds);
  return { ...found, devices } satisfies UserDetail;
}

/** Renames an account and writes it to the logs of its devices, all or nothing. The same name again is no rename. */
export async function rename({ db, bus }: Services, { session, scope, input }: Call<typeof renameUser>) {
  const { userId, nickname } = input;
  const deviceIds = await db.transaction().execute(async (transaction) => {
    const before = await updateNickname(transaction, scope, input);
    if (before === undefined) throw new AppError('user_not_found');
    if (before === nickname) return null;
    const ids = await listDeviceIds(transaction, userId);
    await appendAudits(transaction, ids, {
      actorId: session.userId,
      actorName: session.username,
      action: 'RENAME',
      subject: renameUser.path,
      details: { before, after: nickname },
    });
    return ids;
  });
  for (const deviceId of deviceIds ?? []) bus.publish('changed', { feature: 'devices', deviceId });
  if (deviceIds !== null) bus.publish('changed', { feature: 'users', deviceId: null });
  return { nickname };
}
