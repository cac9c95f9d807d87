import { userDetail, type UserDetail } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { logReads } from '../../../shared/audit/read-log.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findUser, listDevicesOf } from './users.store.ts';

/** Reads an account with its devices. The read is logged in each device. */
export async function readUser({ db, auditLog }: Services, { session, scope, input }: Call<typeof userDetail>) {
  const found = await findUser(db, scope, input.userId);
  if (!found) throw new AppError('user_not_found');
  const devices = await listDevicesOf(db, scope, input.userId);
  const deviceIds = devices.map(({ id }) => id);
  await logReads(auditLog, { session, endpoint: userDetail, part: '' }, deviceIds);
  return { ...found, devices } satisfies UserDetail;
}
