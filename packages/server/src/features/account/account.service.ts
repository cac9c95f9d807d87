import type { changePassword, OutputOf, ParsedInputOf } from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { AppError } from '../../core/app-error.ts';
import type { Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { writePasswordHash } from '../../core/session/accounts.store.ts';
import { confirmPassword } from '../../core/session/confirm-password.ts';
import { checkNewPassword } from '../../core/session/password-rules.ts';
import { hashPassword } from '../../core/session/password.ts';
import { announceEnded, endSession } from '../../core/session/sessions.ts';
import { deleteSessionsOf } from '../../core/session/sessions.store.ts';
import { findOwnSession, readOwner } from './account.store.ts';

/** Sets the own password, with its line in the access log. Whoever came in with the old one, elsewhere, is out. */
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
    // First, as for every change of an account: taken after its row, this lock could deadlock with an admin's change.
    await holdAccess(transaction);
    await writePasswordHash(transaction, own.id, hash);
    const facts = { before: {}, after: { sessions: 'ended' } };
    await appendAccess(transaction, { actor: own, account: own, action: 'PASSWORD', ...facts });
    return await deleteSessionsOf(transaction, own.id, session.tokenHash);
  });
  announceEnded(services, ended);
  return { endedSessions: ended.length };
}

export async function endOne(services: Services, { userId }: Session, id: number): Promise<null> {
  const tokenHash = await findOwnSession(services.db, userId, id);
  if (tokenHash === null) throw new AppError('session_not_found');
  await endSession(services, tokenHash);
  return null;
}
