import type { Passkey } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';

const fields = sql`id, name, ${isoTime(sql`created_at`)} as "createdAt", ${isoTime(sql`last_used_at`)} as "lastUsedAt",
  backed_up as "backedUp"`;

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: Database, userId: number): Promise<Passkey[]> {
  const { rows } = await sql<Passkey>`
    select ${fields} from passkeys where user_id = ${userId} order by id`.execute(db);
  return rows;
}

/** The credential ids of an account, by which a browser avoids creating a second passkey. */
export async function listCredentialIds(db: Database, userId: number): Promise<string[]> {
  const rows = await db.selectFrom('passkeys').select('credential_id').where('user_id', '=', userId).execute();
  return rows.map(({ credential_id }) => credential_id.toString('base64url'));
}

export interface NewPasskey {
  userId: number;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  rpId: string;
  name: string;
  backedUp: boolean;
}

export async function insertPasskey(db: Database, passkey: NewPasskey): Promise<Passkey> {
  const { userId, credentialId, publicKey, counter, rpId, name, backedUp } = passkey;
  const { rows } = await sql<Passkey>`
    insert into passkeys (user_id, credential_id, public_key, counter, rp_id, name, backed_up)
    values (${userId}, ${credentialId}, ${publicKey}, ${counter}, ${rpId}, ${name}, ${backedUp})
    returning ${fields}`.execute(db);
  const [added] = rows;
  if (added === undefined) throw new Error('An insert returns its row.');
  return added;
}

/** Finds a credential's public key for this host; undefined when there is none. */
export async function findKey(db: Database, credentialId: Buffer, rpId: string) {
  return await db
    .selectFrom('passkeys')
    .select(['id', 'user_id as userId', 'public_key as publicKey', 'counter'])
    .where('credential_id', '=', credentialId)
    .where('rp_id', '=', rpId)
    .executeTakeFirst();
}

/** Records a use of a passkey. False when it was deleted, or when its counter did not increase, which reveals a cloned key. */
export async function recordUse(
  db: Database,
  id: number,
  use: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const used = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, backed_up: use.backedUp, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${use.counter} or (counter = 0 and ${use.counter} = 0))`)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes a passkey. False when the account has no such passkey. */
export async function deletePasskey(db: Database, userId: number, id: number): Promise<boolean> {
  const removed = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
