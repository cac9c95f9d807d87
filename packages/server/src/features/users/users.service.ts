import { userDetail, type UserDetail } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { logReads } from '../../core/devices/audit/read-log.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { findUser, listDevicesOf } from './users.store.ts';

/** One account with its devices. Whoever carries them can read in their log that somebody looked. */
export async function readUser({ db }: Services, { session, scope, input }: Call<typeof userDetail>) {
  const found = await findUser(db, scope, input.userId);
  if (!found) throw new AppError('user_not_found');
  const devices = await listDevicesOf(db, scope, input.userId);
  const deviceIds = devices.map(({ id }) => id);
  await logReads(db, { session, endpoint: userDetail, part: '' }, deviceIds);
  return { ...found, devices } satisfies UserDetail;
}
