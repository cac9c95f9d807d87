import type { Database } from '../../../shared/schema/schema.ts';

/** Replaces the hash of an unchanged password, for example with a higher cost. A password that was changed meanwhile stays. */
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
