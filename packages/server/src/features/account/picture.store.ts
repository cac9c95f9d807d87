import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';

export async function savePicture(db: Database, userId: number, address: string, bytes: Buffer): Promise<void> {
  const picture = { address, bytes, changed_at: sql<Date>`now()` };
  await db
    .insertInto('profile_pictures')
    .values({ user_id: userId, ...picture })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture))
    .execute();
}

export async function deletePicture(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('profile_pictures').where('user_id', '=', userId).execute();
}

export async function findPicture(db: Database, address: string): Promise<Buffer | null> {
  const row = await db.selectFrom('profile_pictures').select('bytes').where('address', '=', address).executeTakeFirst();
  return row?.bytes ?? null;
}
