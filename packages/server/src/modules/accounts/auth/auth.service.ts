import { limits, type login, type OutputOf, type ParsedInputOf, type Language } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { forgiveAttempt } from '../../../shared/attempts/attempts.store.ts';
import { networkOf } from '../../../core/http/connections/caller-address.ts';
import type { Services } from '../../../shared/services/services.ts';
import { findAccountByName, renewPasswordHash } from '../accounts.store.ts';
import { forgiveGuess, normalizedName, takeGuess } from '../guess-limit.ts';
import { decoyHash, hashPassword, isOutdated, verifyPassword } from '../password.ts';
import { createSession } from '../../../shared/sessions/sessions.ts';
import { checkSecondFactor } from '../two-factor/second-factor.ts';
import { isUsualAddress } from '../../../shared/sessions/usual-addresses.ts';

export interface Caller {
  address: string;
  userAgent: string;
  language: Language;
}

/** Signs in with username and password. Time and error are the same whether or not the account exists. */
export async function signInWithPassword(
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
    of: normalizedName(account?.username ?? username),
    address: caller.address,
    usual: await isUsualAddress(services, account?.id ?? null, caller.address),
  } as const;
  await takeGuess(db, guess, { failures: failuresPerAccount, windowMs, failuresOverall, overallWindowMs });
  const matches = await verifyPassword(password, account?.passwordHash ?? decoyHash());
  if (!account?.passwordHash || !matches) throw new AppError('login_failed');
  await forgiveGuess(db, guess);
  await forgiveAttempt(db, byAddress);
  await checkSecondFactor(services, account.id, code, caller.address);
  const { id: userId, passwordHash } = account;
  const begun = await createSession(services, { userId, passwordHash, remembered: rememberMe, ...caller });
  if (isOutdated(passwordHash)) {
    await renewPasswordHash(db, userId, { from: passwordHash, to: await hashPassword(password) });
  }
  return begun;
}
