import type { Database } from '../../../shared/schema/schema.ts';

interface NewAccount {
  username: string;
  email: string;
  passwordHash: string;
}

/** Inserts a pending account. */
export async function insertPending(db: Database, { username, email, passwordHash }: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username, email, password_hash: passwordHash, user_type: 'USER', admin_role: 'PENDING' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
