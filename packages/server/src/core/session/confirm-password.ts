import { limits } from '@fairwatch/contract';
import { AppError } from '../app-error.ts';
import { takeAttempt } from '../attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../attempts.store.ts';
import type { Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { findPasswordHash } from './accounts.store.ts';
import { decoyHash, verifyPassword } from './password.ts';
import { demandSecondFactor } from './two-factor/second-factor.ts';

/**
 * Asks for the password again, so that a session left open is not the whole account. Wrong ones count by session, so that
 * whoever took one does not shut the owner out in another, and more slowly over all sessions.
 */
export async function confirmPassword(
  { db }: Pick<Services, 'db'>,
  { userId, tokenHash }: Pick<Session, 'userId' | 'tokenHash'>,
  password: string,
): Promise<void> {
  const { failuresPerAccount, windowMs, failuresOverall, overallWindowMs } = limits.login;
  const bySession = `password:session:${tokenHash.toString('hex')}`;
  const overall = `password:account:${userId}`;
  await takeAttempt(db, { subject: bySession, failures: failuresPerAccount, windowMs });
  await takeAttempt(db, { subject: overall, failures: failuresOverall, windowMs: overallWindowMs });
  const passwordHash = await findPasswordHash(db, userId);
  if (!(await verifyPassword(password, passwordHash ?? decoyHash()))) throw new AppError('password_wrong');
  await clearAttempts(db, bySession);
  await forgiveAttempt(db, overall);
}

/** A call with which an account changes how it signs in. */
export interface OwnersCall {
  session: Session;
  input: { password: string; code?: string | undefined };
  caller: { address: string };
}

/**
 * Asks for everything that signing in takes: the password and, from accounts with two-factor sign-in, a code. For changes
 * after which less would be enough to sign in, or something else: otherwise a session left open and a password looked up
 * would undo the second factor.
 */
export async function confirmOwner(
  services: Pick<Services, 'db' | 'vault'>,
  { session, input, caller }: OwnersCall,
): Promise<void> {
  await confirmPassword(services, session, input.password);
  await demandSecondFactor(services, session.userId, input.code, caller.address, 'second_factor_missing');
}
