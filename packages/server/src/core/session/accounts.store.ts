import type { AdminRole } from '@fairwatch/contract';
import { sql } from 'kysely';
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

/**
 * Whether an account from before usernames were in NFKC reads like this name. The unique index of usernames does not see that;
 * it does see two names in NFKC.
 */
export async function readsLikeOlderName(db: Database, username: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where username is not nfkc normalized
      and lower(normalize(username, NFKC)) = lower(${username}) limit 1`.execute(db);
  return rows.length > 0;
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

export interface NamedAccount {
  id: number;
  username: string;
  blocked: boolean;
  /** Null for the person of a device, who signs in nowhere. */
  passwordHash: string | null;
}

/**
 * The account or person with this username, as somebody types it; null when there is none. Names are in NFKC, except some that
 * are older than that rule.
 */
export async function findAccountByName(db: Database, username: string): Promise<NamedAccount | null> {
  const { rows } = await sql<NamedAccount>`
    select id, username, blocked_at is not null as blocked, password_hash as "passwordHash" from "users"
    where lower(username) in (lower(${username}), lower(${username.normalize('NFKC')}))
    order by lower(username) = lower(${username}) desc limit 1`.execute(db);
  return rows[0] ?? null;
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
