import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** The username of the account that signs in with this address; null when there is none. */
export async function findUsernameByEmail(db: Database, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('username')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where('password_hash', 'is not', null)
    .executeTakeFirst();
  return row?.username ?? null;
}

/** Keeps a new code for an address, in the place of the last one. */
export async function saveVerification(db: Database, subjectHash: Buffer, codeHash: Buffer): Promise<void> {
  const code = {
    code_hash: codeHash,
    tries: 0,
    expires_at: sql<Date>`now() + ${limits.verification.lifetimeMs} * interval '1 millisecond'`,
  };
  await db
    .insertInto('verifications')
    .values({ email_hash: subjectHash, ...code })
    .onConflict((conflict) => conflict.column('email_hash').doUpdateSet(code))
    .execute();
}

/** Counts a try before it is made, so that many at once do not slip through. Null when there is nothing to try. */
export async function takeTry(db: Database, subjectHash: Buffer): Promise<Buffer | null> {
  const row = await db
    .updateTable('verifications')
    .set({ tries: sql`tries + 1` })
    .where('email_hash', '=', subjectHash)
    .where('tries', '<', limits.verification.tries)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash ?? null;
}

/** Uses a code up. False when somebody else just did. */
export async function spendVerification(db: Database, subjectHash: Buffer, codeHash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('verifications')
    .where('email_hash', '=', subjectHash)
    .where('code_hash', '=', codeHash)
    .returning('email_hash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Removes codes that can no longer be used. */
export async function deleteExpiredVerifications(db: Database): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('expires_at', '<=', sql<Date>`now()`)
    .execute();
}
