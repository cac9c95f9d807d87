import { limits } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../shared/attempts/attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../../shared/attempts/attempts.store.ts';
import type { Session } from '../../shared/session.ts';
import type { Services } from '../../shared/services/services.ts';
import { findPasswordHash } from './accounts.store.ts';
import { decoyHash, verifyPassword } from './password.ts';
import { checkSecondFactor } from './two-factor/second-factor.ts';

/**
 * Checks the password again before a sensitive change, so that a stolen session alone does not give the whole account.
 * Failures are counted per session, so that a thief does not lock the owner out of their other sessions, and with a larger
 * limit per account.
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

/** A request with which an account changes how it signs in. */
export interface OwnerRequest {
  session: Session;
  input: { password: string; code?: string | undefined };
  caller: { address: string };
}

/**
 * Checks everything that signing in takes: the password and, for accounts with two-factor sign-in, a code. Changes that
 * would make signing in easier need both; otherwise a stolen session and a known password would be enough to remove the
 * second factor.
 */
export async function confirmOwner(
  services: Pick<Services, 'db' | 'vault'>,
  { session, input, caller }: OwnerRequest,
): Promise<void> {
  await confirmPassword(services, session, input.password);
  await checkSecondFactor(services, session.userId, input.code, caller.address, 'second_factor_missing');
}
