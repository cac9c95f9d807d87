import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { pictureAddress } from '../profile-picture.store.ts';
import type { Scope } from '../../../shared/scope.ts';

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
