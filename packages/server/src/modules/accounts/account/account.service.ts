import { type changePassword, type OutputOf, type ParsedInputOf, picturePath } from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { writePasswordHash } from '../accounts.store.ts';
import { confirmPassword } from '../confirm-password.ts';
import { checkNewPassword } from '../password-rules.ts';
import { hashPassword } from '../password.ts';
import { announceEnded, endSession } from '../../../shared/sessions/sessions.ts';
import { deleteSessionsOf } from '../../../shared/sessions/sessions.store.ts';
import { findOwnSession, readOwner } from './account.store.ts';
import { createUrlToken } from '../../../core/http/url-token.ts';
import { makeSquarePicture } from '../profile-picture.ts';
import { deletePicture, savePicture } from '../profile-picture.store.ts';

/** Changes the own password, logs the change in the access log, and ends all other sessions. */
export async function setOwnPassword(
  services: Services,
  session: Session,
  { currentPassword, newPassword }: ParsedInputOf<typeof changePassword>,
): Promise<OutputOf<typeof changePassword>> {
  await confirmPassword(services, session, currentPassword);
  await checkNewPassword(newPassword, await readOwner(services.db, session.userId));
  const hash = await hashPassword(newPassword);
  const own = { id: session.userId, username: session.username };
  const ended = await services.db.transaction().execute(async (transaction) => {
    // The access log is locked before the account's row, as in every change of an account: another order could deadlock.
    await lockAccessLog(transaction);
    await writePasswordHash(transaction, own.id, hash);
    const facts = { before: {}, after: { sessions: 'ended' } };
    await appendAccess(transaction, { actor: own, account: own, action: 'PASSWORD', ...facts });
    return await deleteSessionsOf(transaction, own.id, session.tokenHash);
  });
  announceEnded(services, ended);
  return { endedSessions: ended.length };
}

export async function endSessionById(services: Services, { userId }: Session, id: number): Promise<null> {
  const tokenHash = await findOwnSession(services.db, userId, id);
  if (tokenHash === null) throw new AppError('session_not_found');
  await endSession(services, tokenHash);
  return null;
}

/** Sets the caller's own picture. Its URL is new, so that copies of the old URL stop working. */
export async function setOwnPicture(services: Services, { userId }: Session, image: string) {
  const square = await makeSquarePicture(Buffer.from(image, 'base64'), userId);
  const address = createUrlToken();
  await savePicture(services.db, userId, address, square);
  publishProfileChange(services);
  return { profileIconPath: `${picturePath}/${address}` };
}

export async function removeOwnPicture(services: Services, { userId }: Session): Promise<null> {
  await deletePicture(services.db, userId);
  publishProfileChange(services);
  return null;
}

function publishProfileChange({ bus }: Services): void {
  for (const feature of ['users', 'profile'] as const) bus.publish('changed', { feature, deviceId: null });
}
