import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

export async function savePicture(db: Database, userId: number, address: string, bytes: Buffer): Promise<void> {
  const picture = { address, bytes, changed_at: sql<Date>`now()` };
  await db
    .insertInto('profile_pictures')
    .values({ user_id: userId, ...picture })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture))
    .execute();
}

/** Returns false when there was none. */
export async function deletePicture(db: Database, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('profile_pictures').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findPicture(db: Database, address: string): Promise<Buffer | null> {
  const row = await db.selectFrom('profile_pictures').select('bytes').where('address', '=', address).executeTakeFirst();
  return row?.bytes ?? null;
}
