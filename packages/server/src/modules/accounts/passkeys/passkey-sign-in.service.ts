import { limits, type OutputOf, type passkeySignIn, type startPasskeySignIn } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { takeAttempt } from '../../../shared/attempts/attempt-limit.ts';
import { forgiveAttempt } from '../../../shared/attempts/attempts.store.ts';
import { networkOf } from '../../../core/http/connections/caller-address.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Services } from '../../../shared/services/services.ts';
import { createSession } from '../../../shared/sessions/sessions.ts';
import { createChallenge, spendChallenge } from '../challenges.store.ts';
import { findKey, recordUse } from './passkeys.store.ts';
import { refusePasskey, relyingParty, type RelyingParty, userHandle } from './relying-party.ts';
import { challengeIn, checkAnswer } from './verify-passkey.ts';

type SignInCall = Call<typeof passkeySignIn>;

export async function createSignInChallenge(
  { db }: Services,
  { caller }: Call<typeof startPasskeySignIn>,
): Promise<OutputOf<typeof startPasskeySignIn>> {
  const { id: rpId } = relyingParty(caller);
  const { startsPerAddress: failures, windowMs, lifetimeMs: timeout } = limits.passkey;
  await takeAttempt(db, { subject: `passkey:start:${networkOf(caller.address)}`, failures, windowMs });
  return { challenge: await createChallenge(db, null), rpId, timeout, userVerification: 'required' };
}

/** Signs in with a passkey that signed the challenge. A passkey counts as both factors, so no code is required. */
export async function signInWithPasskey(
  services: Services,
  { input, caller }: SignInCall,
): Promise<OutputOf<typeof passkeySignIn>> {
  const { db } = services;
  const { windowMs, failuresPerAddress: failures } = limits.login;
  const byAddress = `login:address:${networkOf(caller.address)}`;
  await takeAttempt(db, { subject: byAddress, failures, windowMs });
  const userId = await identify(services, input.credential, relyingParty(caller));
  await forgiveAttempt(db, byAddress);
  return await createSession(services, { userId, remembered: input.rememberMe, ...caller });
}

/** Finds the account of a passkey. All failures have the same error. */
async function identify(
  services: Services,
  credential: SignInCall['input']['credential'],
  party: RelyingParty,
): Promise<number> {
  const { db, vault } = services;
  const challenge = challengeIn(credential);
  const asked = await spendChallenge(db, challenge, null);
  const key = await findKey(db, Buffer.from(credential.id, 'base64url'), party.id);
  if (!asked || key === undefined) throw new AppError('passkey_refused');
  const use = await checkAnswer(credential, challenge, party, key).catch(refusePasskey(services));
  const named = Buffer.from(credential.response.userHandle ?? '', 'base64url');
  if (!named.equals(userHandle(vault, key.userId))) throw new AppError('passkey_refused');
  if (!(await recordUse(db, key.id, use))) throw new AppError('passkey_refused');
  return key.userId;
}
