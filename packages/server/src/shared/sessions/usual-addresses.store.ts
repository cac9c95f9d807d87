import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';

const { perAccount, keptMs } = limits.usualAddress;
const isKept = sql<boolean>`last_used_at > now() - ${keptMs} * interval '1 millisecond'`;

export async function hasUsualAddress(db: Database, userId: number, addressHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('usual_addresses')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('address_hash', '=', addressHash)
    .where(isKept)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Stores that an account signed in from an address. The oldest addresses beyond `limits.usualAddress.perAccount` are
 * deleted.
 */
export async function saveUsualAddress(db: Database, userId: number, addressHash: Buffer): Promise<void> {
  await sql`
    with noted as (
      insert into usual_addresses (user_id, address_hash) values (${userId}, ${addressHash})
      on conflict (user_id, address_hash) do update set last_used_at = now()
    )
    delete from usual_addresses where user_id = ${userId} and address_hash in (
      select address_hash from usual_addresses where user_id = ${userId} and address_hash <> ${addressHash}
      order by last_used_at desc offset ${perAccount - 1})`.execute(db);
}

/** Deletes addresses that were not used for `limits.usualAddress.keptMs`. */
export async function deleteOldAddresses(db: Database): Promise<void> {
  await db
    .deleteFrom('usual_addresses')
    .where(sql<boolean>`not (${isKept})`)
    .execute();
}
