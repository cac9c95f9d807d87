import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Database } from '../schema/schema.ts';

export interface NewSession {
  userId: number;
  remembered: boolean;
  address: string;
  userAgent: string;
  /** The password hash that was checked at sign-in. The session is created only while the account still has it. */
  passwordHash?: string;
}

/** How often at most the last use of a session is stored. */
const lastUsedEveryMs = 60_000;

const milliseconds = (amount: number) => sql<string>`${amount} * interval '1 millisecond'`;
const now = sql<Date>`now()`;

/** True for a session that has not expired and, unless remembered, was used recently enough. */
export const isValidSession = sql<boolean>`sessions.expires_at > now()
  and (sessions.remembered or sessions.last_used_at > now() - ${milliseconds(limits.session.idleMs)})`;

/**
 * Inserts a session and returns when it expires. Null for an account that is blocked, or whose password was changed since it
 * was checked: the share lock on the account's row makes the check and the insert one step.
 */
export async function insertSession(db: Database, tokenHash: Buffer, session: NewSession): Promise<Date | null> {
  const lifetime = session.remembered ? limits.session.rememberedMs : limits.session.absoluteMs;
  const { rows } = await sql<{ expires_at: Date }>`
    insert into sessions (token_hash, user_id, remembered, address, user_agent, expires_at)
    select ${tokenHash}::bytea, id, ${session.remembered}::boolean, ${session.address}::text,
      ${session.userAgent.slice(0, 500)}::text, now() + ${milliseconds(lifetime)}
    from users where id = ${session.userId} and blocked_at is null
      and password_hash is not distinct from coalesce(${session.passwordHash ?? null}::text, password_hash) for share
    returning expires_at`.execute(db);
  return rows[0]?.expires_at ?? null;
}

export async function isBlocked(db: Database, userId: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('blocked_at').where('id', '=', userId).executeTakeFirst();
  return row !== undefined && row.blocked_at !== null;
}

/**
 * Reads the account and the stored access levels of a valid session, and stores its last use at most once a minute.
 * Undefined when the session is unknown or no longer valid.
 */
export async function touchSession(db: Database, tokenHash: Buffer) {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => [
      'users.id',
      'users.username',
      'users.nickname',
      'users.display_name',
      'users.admin_role',
      sql<boolean>`sessions.last_used_at < now() - ${milliseconds(lastUsedEveryMs)}`.as('use_is_old'),
      jsonArrayFrom(
        eb
          .selectFrom('feature_access')
          .select(['feature_permission as featurePermission', 'feature_access as featureAccess'])
          .whereRef('feature_access.user_id', '=', 'users.id'),
      ).as('access'),
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('users.blocked_at', 'is', null)
    .where(isValidSession)
    .executeTakeFirst();
  if (row?.use_is_old) {
    await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute();
  }
  return row;
}

export async function deleteSession(db: Database, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Deletes the sessions of an account, except one if `except` is given. Returns the hashes of the deleted tokens. */
export async function deleteSessionsOf(db: Database, userId: number, except: Buffer | null = null): Promise<Buffer[]> {
  let sessions = db.deleteFrom('sessions').where('user_id', '=', userId);
  if (except !== null) sessions = sessions.where('token_hash', '<>', except);
  return hashesOf(await sessions.returning('token_hash').execute());
}

/** Deletes sessions that are no longer valid. Returns the hashes of their tokens. */
export async function deleteExpiredSessions(db: Database): Promise<Buffer[]> {
  const expired = db.deleteFrom('sessions').where(sql<boolean>`not (${isValidSession})`);
  return hashesOf(await expired.returning('token_hash').execute());
}

function hashesOf(rows: readonly { token_hash: Buffer }[]): Buffer[] {
  return rows.map(({ token_hash }) => token_hash);
}
