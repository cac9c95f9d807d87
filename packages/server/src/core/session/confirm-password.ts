import { limits } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { takeAttempt } from '../attempt-limit.ts';
import { clearAttempts } from '../attempts.store.ts';
import type { Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findPasswordHash } from './accounts.store.ts';
import { decoyHash, verifyPassword } from './password.ts';
import { demandSecondFactor } from './two-factor/second-factor.ts';

/** Asks for the password again, so that a session left open is not the whole account. Counts what goes wrong. */
export async function confirmPassword(
  { db }: Pick<Services, 'db'>,
  { userId }: Pick<Session, 'userId'>,
  password: string,
): Promise<void> {
  const { failuresPerAccount: failures, windowMs } = limits.login;
  const subject = `password:account:${userId}`;
  await takeAttempt(db, { subject, failures, windowMs });
  const passwordHash = await findPasswordHash(db, userId);
  if (!(await verifyPassword(password, passwordHash ?? decoyHash()))) throw new AppError('password_wrong');
  await clearAttempts(db, subject);
}

/**
 * Asks for everything that signing in takes: the password and, from accounts with two-factor sign-in, a code. For changes
 * after which less would be enough to sign in, or something else: otherwise a session left open and a password looked up
 * would undo the second factor.
 */
export async function confirmOwner(
  services: Pick<Services, 'db' | 'vault'>,
  session: Pick<Session, 'userId'>,
  { password, code }: { password: string; code?: string | undefined },
): Promise<void> {
  await confirmPassword(services, session, password);
  await demandSecondFactor(services, session.userId, code, 'second_factor_missing');
}
