import { limits, type login, type OutputOf, type ParsedInputOf } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../core/attempt-limit.ts';
import { clearAttempts, forgiveAttempt } from '../../core/attempts.store.ts';
import type { Services } from '../../core/services.ts';
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../../core/session/password.ts';
import { createSession } from '../../core/session/sessions.ts';
import { demandSecondFactor } from '../../core/session/two-factor/second-factor.ts';
import { findCredentials, renewPasswordHash } from './auth.store.ts';

export interface Caller {
  address: string;
  userAgent: string;
}

/** Checks a username and password. Takes as long, and says the same, whether the account exists or not. */
export async function signIn(
  services: Services,
  { username, password, rememberMe, code }: ParsedInputOf<typeof login>,
  caller: Caller,
): Promise<OutputOf<typeof login>> {
  const { db } = services;
  const { windowMs, failuresPerAccount, failuresPerAddress } = limits.login;
  const byAddress = `login:address:${caller.address}`;
  const byAccount = `login:account:${username.toLowerCase()}`;
  await takeAttempt(db, { subject: byAddress, failures: failuresPerAddress, windowMs });
  await takeAttempt(db, { subject: byAccount, failures: failuresPerAccount, windowMs });
  const account = await findCredentials(db, username);
  const matches = await verifyPassword(password, account?.passwordHash ?? decoyHash());
  if (account === null || !matches) throw new AppError('login_failed');
  await clearAttempts(db, byAccount);
  await forgiveAttempt(db, byAddress);
  await demandSecondFactor(services, account.id, code);
  const { id: userId, passwordHash } = account;
  const begun = await createSession(services, { userId, passwordHash, remembered: rememberMe, ...caller });
  if (isOutdated(passwordHash)) {
    await renewPasswordHash(db, userId, { from: passwordHash, to: await hashPassword(password) });
  }
  return begun;
}
