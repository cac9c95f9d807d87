import { picturePath } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';

/** Where the picture of an account is; empty when it has none. */
export function pictureAddress(userId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`coalesce((
    select ${sql.lit(`${picturePath}/`)} || picture.address from profile_pictures picture
    where picture.user_id = ${userId}), '')`;
}
