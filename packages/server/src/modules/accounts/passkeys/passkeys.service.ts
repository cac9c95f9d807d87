import {
  limits,
  type addPasskey,
  type OutputOf,
  type Passkey,
  type removePasskey,
  type startPasskey,
} from '@fairwatch/contract';
import { appendAccess, lockAccessLog } from '../../../shared/audit/access-log.store.ts';
import { AppError } from '../../../core/app-error.ts';
import { isUniqueViolation } from '../../../core/database/unique-violation.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Call } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import type { Services } from '../../../shared/services/services.ts';
import { confirmOwner } from '../confirm-password.ts';
import { createChallenge, spendChallenge } from '../challenges.store.ts';
import { deletePasskey, insertPasskey, listCredentialIds, listPasskeys } from './passkeys.store.ts';
import { relyingParty, userHandle, refusePasskey } from './relying-party.ts';
import { algorithms, challengeIn, readNewKey } from './verify-passkey.ts';

/** Returns the options for creating a passkey. Since a passkey counts as both factors, both are verified first. */
export async function beginPasskey(
  services: Services,
  { session, input, caller }: Call<typeof startPasskey>,
): Promise<OutputOf<typeof startPasskey>> {
  const { db, vault } = services;
  const { id } = relyingParty(caller);
  await confirmOwner(services, { session, input, caller });
  const known = await listCredentialIds(db, session.userId);
  assertBelowLimit(known.length);
  return {
    challenge: await createChallenge(db, session.tokenHash),
    rp: { id, name: 'Fairwatch' },
    user: {
      id: userHandle(vault, session.userId).toString('base64url'),
      name: session.username,
      displayName: session.username,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    excludeCredentials: known.map((credentialId) => ({ type: 'public-key' as const, id: credentialId })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: limits.passkey.lifetimeMs,
  };
}

function assertBelowLimit(held: number): void {
  const { perAccount: count } = limits.passkey;
  if (held >= count) throw new AppError('passkeys_full', { count });
}

/** Verifies and stores a new passkey. */
export async function storePasskey(
  services: Services,
  { session, input, caller }: Call<typeof addPasskey>,
): Promise<Passkey> {
  const { db } = services;
  const { credential, name } = input;
  const party = relyingParty(caller);
  const challenge = challengeIn(credential);
  if (!(await spendChallenge(db, challenge, session.tokenHash))) throw new AppError('passkey_refused');
  const key = await readNewKey(credential, challenge, party).catch(refusePasskey(services));
  const passkey = { ...key, userId: session.userId, rpId: party.id, name };
  return await changeOwn(services, session, (transaction) => insertPasskey(transaction, passkey)).catch(
    (error: unknown) => {
      throw isUniqueViolation(error, 'passkeys_credential_id_key') ? new AppError('passkey_refused') : error;
    },
  );
}

export async function deleteOwnPasskey(services: Services, call: Call<typeof removePasskey>): Promise<null> {
  const { session, input } = call;
  await confirmOwner(services, call);
  return await changeOwn(services, session, async (transaction) => {
    if (!(await deletePasskey(transaction, session.userId, input.id))) throw new AppError('passkey_not_found');
    return null;
  });
}

/** Changes the own passkeys, and logs their names before and after in the access log. */
async function changeOwn<Answer>(
  { db }: Services,
  { userId, username }: Session,
  change: (transaction: Database) => Promise<Answer>,
): Promise<Answer> {
  const own = { id: userId, username };
  return await db.transaction().execute(async (transaction) => {
    // The lock serializes changes, so that the logged state before is correct.
    await lockAccessLog(transaction);
    const before = await namesOf(transaction, userId);
    const answer = await change(transaction);
    const after = await namesOf(transaction, userId);
    if (after.length > before.length) assertBelowLimit(before.length);
    const facts = { before: { passkeys: before }, after: { passkeys: after } };
    await appendAccess(transaction, { actor: own, account: own, action: 'PASSKEYS', ...facts });
    return answer;
  });
}

async function namesOf(db: Database, userId: number): Promise<string[]> {
  return (await listPasskeys(db, userId)).map(({ name }) => name);
}
