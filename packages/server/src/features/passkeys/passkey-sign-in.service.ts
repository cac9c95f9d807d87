import { limits, type OutputOf, type passkeySignIn, type startPasskeySignIn } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { takeAttempt } from '../../core/attempt-limit.ts';
import { forgiveAttempt } from '../../core/attempts.store.ts';
import { networkOf } from '../../core/http/caller-address.ts';
import type { Call } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { createSession } from '../../core/session/sessions.ts';
import { makeChallenge, spendChallenge } from '../../core/session/challenges.store.ts';
import { findKey, noteUse } from './passkeys.store.ts';
import { refuse } from './refuse.ts';
import { relyingParty, type RelyingParty } from './relying-party.ts';
import { userHandle } from './user-handle.ts';
import { challengeIn, checkAnswer } from './verify.ts';

type SignInCall = Call<typeof passkeySignIn>;

export async function ask(
  { db }: Services,
  { caller }: Call<typeof startPasskeySignIn>,
): Promise<OutputOf<typeof startPasskeySignIn>> {
  const { id: rpId } = relyingParty(caller);
  const { startsPerAddress: failures, windowMs, lifetimeMs: timeout } = limits.passkey;
  await takeAttempt(db, { subject: `passkey:start:${networkOf(caller.address)}`, failures, windowMs });
  return { challenge: await makeChallenge(db, null), rpId, timeout, userVerification: 'required' };
}

/** Lets in whoever's passkey answers the question. It is both factors, so no code is asked for. */
export async function signIn(
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

/** Whose passkey it is. Whatever is wrong with it, the answer is the same. */
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
  const use = await checkAnswer(credential, challenge, party, key).catch(refuse(services));
  const named = Buffer.from(credential.response.userHandle ?? '', 'base64url');
  if (!named.equals(userHandle(vault, key.userId))) throw new AppError('passkey_refused');
  if (!(await noteUse(db, key.id, use))) throw new AppError('passkey_refused');
  return key.userId;
}
