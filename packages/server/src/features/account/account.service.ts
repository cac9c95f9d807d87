import type { changePassword, OutputOf, ParsedInputOf } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import type { Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { writePasswordHash } from '../../core/session/accounts.store.ts';
import { confirmPassword } from '../../core/session/confirm-password.ts';
import { checkNewPassword } from '../../core/session/password-rules.ts';
import { hashPassword } from '../../core/session/password.ts';
import { endSession, endSessionsOf } from '../../core/session/sessions.ts';
import { findOwnSession, readOwner } from './account.store.ts';

/** Sets the own password. Whoever came in with the old one, elsewhere, is out. */
export async function setOwnPassword(
  services: Services,
  session: Session,
  { currentPassword, newPassword }: ParsedInputOf<typeof changePassword>,
): Promise<OutputOf<typeof changePassword>> {
  await confirmPassword(services, session, currentPassword);
  await checkNewPassword(newPassword, await readOwner(services.db, session.userId));
  await writePasswordHash(services.db, session.userId, await hashPassword(newPassword));
  return { endedSessions: await endSessionsOf(services, session.userId, { except: session.tokenHash }) };
}

export async function endOne(services: Services, { userId }: Session, id: number): Promise<null> {
  const tokenHash = await findOwnSession(services.db, userId, id);
  if (tokenHash === null) throw new AppError('session_not_found');
  await endSession(services, tokenHash);
  return null;
}
