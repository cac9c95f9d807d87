import type { UserType } from '@fairwatch/contract';
import { sql } from 'kysely';
import { signsIn } from '../../../shared/sessions/account-status.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { userInScope } from './users.store.ts';

/** What an import can set of a person. */
export interface PersonFacts {
  nickname: string;
  email: string;
  phoneNumber: string;
  userType: UserType;
}

/** A person to insert. An empty type is `USER`. */
interface NewPerson extends Omit<PersonFacts, 'userType'> {
  username: string;
  userType: UserType | '';
}

/** An account that has a username of the file; its row is locked until the transaction ends. */
export interface NamedPerson extends PersonFacts {
  id: number;
  /** The username as the file has it. */
  wanted: string;
  inScope: boolean;
  /** True for an account that can sign in or is pending. */
  signsIn: boolean;
}

/** Finds and locks the accounts with these usernames in the order of their ids against deadlocks, also outside of the scope. */
export async function lockNamed(db: Database, scope: Scope, usernames: readonly string[]): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select u.id, t.name as wanted, u.nickname, coalesce(u.email, '') as email, coalesce(u.phone_number, '') as "phoneNumber",
      u.user_type as "userType", ${userInScope(scope)} as "inScope", ${signsIn} as "signsIn"
    from unnest(${usernames}::text[]) as t (name) join users u on lower(u.username) = lower(t.name)
    order by u.id for no key update of u`.execute(db);
  return rows;
}

/**
 * Inserts people without a device. They report to the admin who imports them, by which they are in that admin's scope. They are inserted in
 * the order of the unique index: two imports of the same names in another order would deadlock there.
 */
export async function insertPeople(db: Database, adminId: number, people: readonly NewPerson[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    insert into users (username, nickname, email, phone_number, user_type, admin_role, reports_to)
    select username, nickname, nullif(email, ''), nullif(phone_number, ''), coalesce(nullif(user_type, ''), 'USER'), 'NON_ADMIN', ${adminId}::bigint
    from unnest(${people.map(({ username }) => username)}::text[], ${people.map(({ nickname }) => nickname)}::text[],
      ${people.map(({ email }) => email)}::text[], ${people.map(({ phoneNumber }) => phoneNumber)}::text[],
      ${people.map(({ userType }) => userType)}::text[])
      as t (username, nickname, email, phone_number, user_type)
    order by lower(username)`.execute(db);
}

/** Writes these facts. The trigger `users_copy_to_devices` copies them to the person's devices, which the caller has locked. */
export async function updatePeople(db: Database, people: readonly (PersonFacts & { id: number })[]): Promise<void> {
  if (people.length === 0) return;
  await sql`
    update users u set nickname = t.nickname, email = nullif(t.email, ''), phone_number = nullif(t.phone_number, ''), user_type = t.user_type
    from unnest(${people.map(({ id }) => id)}::bigint[], ${people.map(({ nickname }) => nickname)}::text[],
      ${people.map(({ email }) => email)}::text[], ${people.map(({ phoneNumber }) => phoneNumber)}::text[],
      ${people.map(({ userType }) => userType)}::text[])
      as t (id, nickname, email, phone_number, user_type)
    where u.id = t.id`.execute(db);
}

/** Finds and locks the present devices of these accounts, in the order of their ids against deadlocks. */
export async function lockDevicesOf(
  db: Database,
  userIds: readonly number[],
): Promise<{ deviceId: number; userId: number }[]> {
  const { rows } = await sql<{ deviceId: number; userId: number }>`
    select id as "deviceId", user_id as "userId" from devices where user_id = any(${userIds}::bigint[]) and left_at is null
    order by id for no key update`.execute(db);
  return rows;
}
