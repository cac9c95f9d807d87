import { picturePath } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';

export async function savePicture(db: Database, userId: number, address: string, bytes: Buffer): Promise<void> {
  const picture = { address, bytes, changed_at: sql<Date>`now()` };
  await db
    .insertInto('profile_pictures')
    .values({ user_id: userId, ...picture })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(picture))
    .execute();
}

/** Deletes an account's picture; false when it had none. */
export async function deletePicture(db: Database, userId: number): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('profile_pictures').where('user_id', '=', userId).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function findPicture(db: Database, address: string): Promise<Buffer | null> {
  const row = await db.selectFrom('profile_pictures').select('bytes').where('address', '=', address).executeTakeFirst();
  return row?.bytes ?? null;
}

/** Selects the URL path of an account's picture; empty when it has none. */
export function pictureAddress(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((
    select ${sql.lit(`${picturePath}/`)} || picture.address from profile_pictures picture
    where picture.user_id = ${userId}), '')`;
}
