import type { Database } from '../../core/database/schema.ts';

interface NewAccount {
  username: string;
  email: string;
  passwordHash: string;
}

/** Adds an account that waits to be promoted. */
export async function insertPending(db: Database, { username, email, passwordHash }: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username, email, password_hash: passwordHash, user_type: 'USER', admin_role: 'PENDING' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
