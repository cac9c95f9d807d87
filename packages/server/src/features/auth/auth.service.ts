import { limits, type login, type OutputOf, type ParsedInputOf } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../core/attempt-limit.ts';
import { forgiveAttempt } from '../../core/attempts.store.ts';
import { networkOf } from '../../core/http/caller-address.ts';
import type { Services } from '../../core/services.ts';
import { findAccountByName } from '../../core/session/accounts.store.ts';
import { forgiveGuess, guessedName, takeGuess } from '../../core/session/guess-limit.ts';
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../../core/session/password.ts';
import { createSession } from '../../core/session/sessions.ts';
import { demandSecondFactor } from '../../core/session/two-factor/second-factor.ts';
import { isUsualAddress } from '../../core/session/usual-addresses.ts';
import { renewPasswordHash } from './auth.store.ts';

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
  const { windowMs, failuresPerAccount, failuresPerAddress, failuresOverall, overallWindowMs } = limits.login;
  const byAddress = `login:address:${networkOf(caller.address)}`;
  await takeAttempt(db, { subject: byAddress, failures: failuresPerAddress, windowMs });
  const account = await findAccountByName(db, username);
  const guess = {
    kind: 'login',
    of: guessedName(account?.username ?? username),
    address: caller.address,
    usual: await isUsualAddress(services, account?.id ?? null, caller.address),
  } as const;
  await takeGuess(db, guess, { failures: failuresPerAccount, windowMs, failuresOverall, overallWindowMs });
  const matches = await verifyPassword(password, account?.passwordHash ?? decoyHash());
  if (!account?.passwordHash || !matches) throw new AppError('login_failed');
  await forgiveGuess(db, guess);
  await forgiveAttempt(db, byAddress);
  await demandSecondFactor(services, account.id, code, caller.address);
  const { id: userId, passwordHash } = account;
  const begun = await createSession(services, { userId, passwordHash, remembered: rememberMe, ...caller });
  if (isOutdated(passwordHash)) {
    await renewPasswordHash(db, userId, { from: passwordHash, to: await hashPassword(password) });
  }
  return begun;
}
