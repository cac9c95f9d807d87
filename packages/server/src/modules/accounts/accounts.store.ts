import type { AdminRole, FeatureAccess, UserType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../shared/schema/schema.ts';
import { hashPassword } from './password.ts';
import { pictureAddress } from './profile-picture.store.ts';
import type { Scope } from '../../shared/scope.ts';

interface NewAdmin {
  username: string;
  password: string;
  adminRole: AdminRole;
}

/** Inserts an account that can sign in, and returns its id. */
export async function createAdminAccount(db: Database, { username, password, adminRole }: NewAdmin): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({ username, password_hash: await hashPassword(password), user_type: 'ADMIN', admin_role: adminRole })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * True when an account created before usernames were normalised to NFKC has a name that equals this one after normalisation.
 * The unique index on usernames compares stored names only, so it does not find these.
 */
export async function resemblesOlderName(db: Database, username: string): Promise<boolean> {
  return (await findResembling(db, [username])).length > 0;
}

/** Those of these usernames that `resemblesOlderName` is true for. */
export async function findResembling(db: Database, usernames: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select t.name from unnest(${usernames}::text[]) as t (name) where exists (
      select from users where username is not nfkc normalized
        and lower(normalize(username, NFKC)) = lower(t.name))`.execute(db);
  return rows.map(({ name }) => name);
}

/** Finds the oldest SUPER_ADMIN, which is the account of the server's owner. Null before the first start has finished. */
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
  /** Null for the person of a device, who has no sign-in. */
  passwordHash: string | null;
}

/**
 * Finds the account or person with this username as somebody typed it; null when there is none. It tries the text as typed
 * and in NFKC, because names older than that rule are stored as they were typed.
 */
export async function findAccountByName(db: Database, username: string): Promise<NamedAccount | null> {
  const { rows } = await sql<NamedAccount>`
    select id, username, blocked_at is not null as blocked, password_hash as "passwordHash" from "users"
    where lower(username) in (lower(${username}), lower(${username.normalize('NFKC')}))
    order by lower(username) = lower(${username}) desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Null for a person of a device, who has no sign-in. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst();
  return row?.password_hash ?? null;
}

/** Where to write to an account, and in which language; null when it has no e-mail address. */
export async function findMailReader(
  db: Database,
  userId: number,
): Promise<{ email: string; language: string | null } | null> {
  const row = await db.selectFrom('users').select(['email', 'language']).where('id', '=', userId).executeTakeFirst();
  const { email = null, language = null } = row ?? {};
  return email === null ? null : { email, language };
}

export async function writePasswordHash(db: Database, userId: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', userId).execute();
}

/**
 * Sets an account's role and superior. The user type follows the role: `ADMIN` for an admin, `USER` for everyone else,
 * except that a rejected guest stays `GUEST`.
 */
export async function writeRole(
  db: Database,
  userId: number,
  { adminRole, reportsTo }: { adminRole: AdminRole; reportsTo: number },
): Promise<void> {
  await db
    .updateTable('users')
    .set({
      admin_role: adminRole,
      reports_to: reportsTo,
      user_type:
        adminRole === 'ADMIN' ? 'ADMIN' : sql<UserType>`case user_type when 'GUEST' then 'GUEST' else 'USER' end`,
    })
    .where('id', '=', userId)
    .execute();
}

/** Deletes all access levels and device assignments of an account. Returns the ids of the devices it had. */
export async function removeAllAccess(db: Database, userId: number): Promise<number[]> {
  await db.deleteFrom('feature_access').where('user_id', '=', userId).execute();
  const taken = await db
    .deleteFrom('device_assignments')
    .where('user_id', '=', userId)
    .returning('device_id')
    .execute();
  return taken.map(({ device_id }) => device_id);
}

/** Blocks an account and stores the role of who did it; null unblocks it. */
export async function writeBlocked(db: Database, userId: number, byRole: AdminRole | null): Promise<void> {
  const block =
    byRole === null
      ? { blocked_at: null, blocked_by_role: null }
      : { blocked_at: sql<Date>`now()`, blocked_by_role: byRole === 'SUPER_ADMIN' ? byRole : ('ADMIN' as const) };
  await db.updateTable('users').set(block).where('id', '=', userId).execute();
}

export async function writeSuperior(db: Database, userId: number, superiorId: number): Promise<void> {
  await db.updateTable('users').set({ reports_to: superiorId }).where('id', '=', userId).execute();
}

/** Deletes every passkey of an account and returns their names. */
export async function deletePasskeysOf(db: Database, userId: number): Promise<string[]> {
  const taken = await db.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute();
  return taken.map(({ name }) => name);
}

/**
 * Sets an account's nickname and returns the previous one. The row lock makes both belong together when two admins rename it
 * at once.
 */
export async function writeNickname(db: Database, userId: number, nickname: string): Promise<string> {
  const { rows } = await sql<{ before: string }>`
    with named as (select id, nickname from users where id = ${userId} for no key update)
    update users set nickname = ${nickname} from named where users.id = named.id
    returning named.nickname as before`.execute(db);
  return rows[0]?.before ?? '';
}

export async function writeSidebar(db: Database, userId: number, customSidebar: number | null): Promise<void> {
  await db.updateTable('users').set({ custom_sidebar: customSidebar }).where('id', '=', userId).execute();
}

export async function writeFeatureAccess(
  db: Database,
  userId: number,
  access: readonly FeatureAccess[],
): Promise<void> {
  const permissions = access.map(({ featurePermission }) => featurePermission);
  const levels = access.map(({ featureAccess }) => featureAccess);
  await sql`
    insert into feature_access (user_id, feature_permission, feature_access)
    select ${userId}, permission, level from unnest(${permissions}::text[], ${levels}::text[]) as t (permission, level)
    on conflict (user_id, feature_permission) do update set feature_access = excluded.feature_access`.execute(db);
}

/** Replaces the hash of an unchanged password, for example with a higher cost. A password that was changed meanwhile stays. */
export async function renewPasswordHash(
  db: Database,
  userId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', userId)
    .where('password_hash', '=', from)
    .execute();
}

interface NewAccount {
  username: string;
  /** Empty for the username. */
  displayName: string;
  email: string;
  passwordHash: string;
}

/** Inserts a pending account. */
export async function insertPending(
  db: Database,
  { username, displayName, email, passwordHash }: NewAccount,
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      display_name: displayName,
      email,
      password_hash: passwordHash,
      user_type: 'USER',
      admin_role: 'PENDING',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface NewColleague {
  username: string;
  /** Empty for the username. */
  displayName: string;
  email: string | null;
  passwordHash: string;
  adminRole: AdminRole;
  reportsTo: number | null;
}

/** Inserts the account of an invited colleague. */
export async function insertColleague(
  db: Database,
  { username, displayName, email, passwordHash, adminRole, reportsTo }: NewColleague,
): Promise<number> {
  const { id } = await db
    .insertInto('users')
    .values({
      username,
      display_name: displayName,
      email,
      password_hash: passwordHash,
      user_type: 'ADMIN',
      admin_role: adminRole,
      reports_to: reportsTo,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function readAccount(db: Database, { userId }: Scope) {
  return await db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'nickname',
      'display_name',
      'email',
      'phone_number',
      'user_type',
      'admin_role',
      'custom_sidebar',
      'language',
      pictureAddress(sql`users.id`).as('profileIconPath'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
}
