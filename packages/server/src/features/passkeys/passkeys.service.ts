import {
  limits,
  type addPasskey,
  type OutputOf,
  type Passkey,
  type removePasskey,
  type startPasskey,
} from '@fairwatch/contract';
import { appendAccess, holdAccess } from '../../core/access/access-log.store.ts';
import { AppError } from '../../core/app-error.ts';
import { violatesUnique } from '../../core/database/unique-violation.ts';
import type { Database } from '../../core/database/schema.ts';
import type { Call, Session } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';
import { confirmOwner } from '../../core/session/confirm-password.ts';
import { makeChallenge, spendChallenge } from '../../core/session/challenges.store.ts';
import { deletePasskey, insertPasskey, listCredentialIds, listPasskeys } from './passkeys.store.ts';
import { relyingParty } from './relying-party.ts';
import { refuse } from './refuse.ts';
import { userHandle } from './user-handle.ts';
import { algorithms, challengeIn, readNewKey } from './verify.ts';

/** What the browser needs to make a passkey for the own account. It stands for both factors, so both come first. */
export async function begin(
  services: Services,
  { session, input, caller }: Call<typeof startPasskey>,
): Promise<OutputOf<typeof startPasskey>> {
  const { db, vault } = services;
  const { id } = relyingParty(caller);
  await confirmOwner(services, { session, input, caller });
  const known = await listCredentialIds(db, session.userId);
  demandRoom(known.length);
  return {
    challenge: await makeChallenge(db, session.tokenHash),
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

function demandRoom(held: number): void {
  const { perAccount: count } = limits.passkey;
  if (held >= count) throw new AppError('passkeys_full', { count });
}

/** Keeps the passkey that the browser made. */
export async function add(services: Services, { session, input, caller }: Call<typeof addPasskey>): Promise<Passkey> {
  const { db } = services;
  const { credential, name } = input;
  const party = relyingParty(caller);
  const challenge = challengeIn(credential);
  if (!(await spendChallenge(db, challenge, session.tokenHash))) throw new AppError('passkey_refused');
  const key = await readNewKey(credential, challenge, party).catch(refuse(services));
  const passkey = { ...key, userId: session.userId, rpId: party.id, name };
  return await changeOwn(services, session, (transaction) => insertPasskey(transaction, passkey)).catch(
    (error: unknown) => {
      throw violatesUnique(error, 'passkeys_credential_id_key') ? new AppError('passkey_refused') : error;
    },
  );
}

export async function remove(services: Services, call: Call<typeof removePasskey>): Promise<null> {
  const { session, input } = call;
  await confirmOwner(services, call);
  return await changeOwn(services, session, async (transaction) => {
    if (!(await deletePasskey(transaction, session.userId, input.id))) throw new AppError('passkey_not_found');
    return null;
  });
}

/** Changes the own passkeys and writes to the access log which there were and are. */
async function changeOwn<Answer>(
  { db }: Services,
  { userId, username }: Session,
  change: (transaction: Database) => Promise<Answer>,
): Promise<Answer> {
  const own = { id: userId, username };
  return await db.transaction().execute(async (transaction) => {
    // One change after the other, so that what is written down as before was so.
    await holdAccess(transaction);
    const before = await namesOf(transaction, userId);
    const answer = await change(transaction);
    const after = await namesOf(transaction, userId);
    if (after.length > before.length) demandRoom(before.length);
    const facts = { before: { passkeys: before }, after: { passkeys: after } };
    await appendAccess(transaction, { actor: own, account: own, action: 'PASSKEYS', ...facts });
    return answer;
  });
}

async function namesOf(db: Database, userId: number): Promise<string[]> {
  return (await listPasskeys(db, userId)).map(({ name }) => name);
}
