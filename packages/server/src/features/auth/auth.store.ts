import type { Database } from '../../core/database/schema.ts';

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
