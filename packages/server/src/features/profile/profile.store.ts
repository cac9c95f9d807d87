import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { pictureAddress } from '../../core/session/picture-address.ts';
import type { Scope } from '../../core/scope.ts';

export async function readAccount(db: Database, { userId }: Scope) {
  return await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'nickname',
      'email',
      'phone_number',
      'user_type',
      'admin_role',
      'custom_sidebar',
      pictureAddress(sql`users.id`).as('profileIconPath'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
