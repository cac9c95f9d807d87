import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';

/** Finds the account that signs in with this e-mail address; null when there is none. */
export async function findAccountByEmail(
  db: Database,
  email: string,
): Promise<{ id: number; username: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores the hash of a new code, replacing the previous one of the same purpose and e-mail address. */
export async function saveVerification(db: Database, subjectHash: Buffer, codeHash: Buffer): Promise<void> {
  const code = {
    code_hash: codeHash,
    tries: 0,
    usual_tries: 0,
    expires_at: sql<Date>`now() + ${limits.verification.lifetimeMs} * interval '1 millisecond'`,
  };
  await db
    .insertInto('verifications')
    .values({ email_hash: subjectHash, ...code })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(code))
    .execute();
}

/**
 * Counts a try before the code is compared, so that parallel requests cannot exceed the limit. Tries from the account's
 * usual IP addresses have a counter of their own. Returns the hash of the right code; null when there is no code, it has
 * expired, or all tries are used.
 */
export async function takeTry(db: Database, subjectHash: Buffer, usual: boolean): Promise<Buffer | null> {
  const row = await db
    .updateTable('verifications')
    .set({
      tries: sql`tries + case when ${usual}::boolean then 0 else 1 end`,
      usual_tries: sql`usual_tries + case when ${usual}::boolean then 1 else 0 end`,
    })
    .where('email_hash', '=', subjectHash)
    .where(sql`case when ${usual}::boolean then usual_tries else tries end`, '<', limits.verification.tries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash ?? null;
}

/** Deletes a code so that it counts once. False when another request used it first. */
export async function spendVerification(db: Database, subjectHash: Buffer, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('verifications')
    .where('email_hash', '=', subjectHash)
    .where('code_hash', '=', codeHash)
    .returning('email_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes expired codes. */
export async function deleteExpiredVerifications(db: Database): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
