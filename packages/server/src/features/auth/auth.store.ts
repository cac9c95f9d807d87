import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';

/** The account with this username, if it can sign in at all. */
export async function findCredentials(
  db: Database,
  username: string,
): Promise<{ id: number; passwordHash: string } | null> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .executeTakeFirst();
  return row?.password_hash ? { id: row.id, passwordHash: row.password_hash } : null;
}

/** Writes another hash of the same password. One that was set meanwhile stays. */
export async function renewPasswordHash(
  db: Database,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}
