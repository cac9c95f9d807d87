import type { AdminRole } from '@fairwatch/contract';
import type { Database } from '../database/schema.ts';
import { hashPassword } from './password.ts';

interface NewAdmin {
  username: string;
  password: string;
  adminRole: AdminRole;
}

/** Adds an account that can sign in. */
export async function createAdminAccount(db: Database, { username, password, adminRole }: NewAdmin): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username, password_hash: await hashPassword(password), user_type: 'ADMIN', admin_role: adminRole })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The account that stands for the owner of this server. Null before the first start has finished. */
export async function findFirstSuperAdmin(db: Database): Promise<{ id: number; username: string } | null> {
  const found = await db
    .selectFrom('users')
    .select(['id', 'username'])
    .where('admin_role', '=', 'SUPER_ADMIN')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Null for an account that nobody signs in with. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Where an account gets its mail; null for nowhere. */
export async function findMailAddress(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  return row?.email ?? null;
}

export async function writePasswordHash(db: Database, userId: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}
