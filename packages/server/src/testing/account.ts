import { confirmTwoFactor, startTwoFactor } from '@fairwatch/contract';
import { sql } from 'kysely';
import { stepAt, totpCode } from '../modules/accounts/two-factor/totp.ts';
import { openSecret } from '../modules/accounts/two-factor/two-factor-secrets.ts';
import { findTwoFactor } from '../modules/accounts/two-factor/two-factor.store.ts';
import type { TestAdmin, TestServer } from './servers/test-server.ts';

/** The current code of an account's authenticator app. */
export async function appCode({ services }: TestServer, userId: number, stepsFromNow = 0): Promise<string> {
  const factor = await findTwoFactor(services.db, userId);
  if (factor === null) throw new Error('This account has no authenticator app.');
  return totpCode(openSecret(services.vault, userId, factor.sealedSecret), stepAt(Date.now()) + stepsFromNow);
}

/** Enables two-factor sign-in and returns the recovery codes. The code that was used can be used again. */
export async function turnOnTwoFactor(server: TestServer, { token, password, userId }: TestAdmin): Promise<string[]> {
  await server.api(startTwoFactor, { password }, token);
  const { envelope } = await server.api(confirmTwoFactor, { code: await appCode(server, userId) }, token);
  await sql`update two_factor set last_step = 0 where user_id = ${userId}`.execute(server.services.db);
  return envelope.data.recoveryCodes;
}
