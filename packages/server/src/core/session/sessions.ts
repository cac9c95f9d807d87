import { limits } from '@fairwatch/contract';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { AppError } from '../app-error.ts';
import type { Database } from '../database/schema.ts';
import type { Session } from '../http/route.ts';
import type { Services } from '../services.ts';
import { effectiveAccess } from './feature-access.ts';
import { createToken, hashToken } from './session-token.ts';

interface NewSession {
  userId: number;
  remembered: boolean;
  address: string;
  userAgent: string;
}

type Needs = Pick<Services, 'db' | 'bus'>;

/** How often the last use of a session is written down. */
const lastUsedEveryMs = 60_000;

const milliseconds = (amount: number) => sql<string>`${amount} * interval '1 millisecond'`;
const now = sql<Date>`now()`;

/** Not expired, and, unless remembered, not left unused for too long. */
export const stillValid = sql<boolean>`sessions.expires_at > now()
  and (sessions.remembered or sessions.last_used_at > now() - ${milliseconds(limits.session.idleMs)})`;

/** Opens a session, but none for a blocked account. Its token is told once and never stored. */
export async function createSession({ db }: Needs, session: NewSession): Promise<{ token: string; expiresAt: Date }> {
  const token = createToken();
  const lifetime = session.remembered ? limits.session.rememberedMs : limits.session.absoluteMs;
  const { rows } = await sql<{ expires_at: Date }>`
    insert into sessions (token_hash, user_id, remembered, address, user_agent, expires_at)
    select ${hashToken(token)}::bytea, id, ${session.remembered}::boolean, ${session.address}::text,
      ${session.userAgent.slice(0, 500)}::text, now() + ${milliseconds(lifetime)}
    from users where id = ${session.userId} and blocked_at is null for share
    returning expires_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError('account_blocked');
  return { token, expiresAt: row.expires_at };
}

/** Who a token stands for. Null when it is unknown, expired or revoked. */
export async function findSession(services: Needs, token: string): Promise<Session | null> {
  const tokenHash = hashToken(token);
  return tokenHash === null ? null : await findSessionByHash(services, tokenHash);
}

/** The same, for whoever was told the hash by the session itself. */
export async function findSessionByHash({ db }: Needs, tokenHash: Buffer): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select((eb) => [
      'users.id',
      'users.username',
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
    .where(stillValid)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.use_is_old) {
    await db.updateTable('sessions').set({ last_used_at: now }).where('token_hash', '=', tokenHash).execute();
  }
  return {
    tokenHash,
    userId: row.id,
    username: row.username,
    adminRole: row.admin_role,
    featureAccessDTOs: effectiveAccess(row.admin_role, row.access),
  };
}

/** Ends one session at once, also on its open sockets. */
export async function endSession({ db, bus }: Needs, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
  bus.publish('sessionEnded', { tokenHash: tokenHash.toString('hex') });
}

/** Removes every session of an account; tells their hashes, to be announced by `announceEnded` once that holds. */
export async function deleteSessionsOf(db: Database, userId: number): Promise<Buffer[]> {
  const ended = await db.deleteFrom('sessions').where('user_id', '=', userId).returning('token_hash').execute();
  return ended.map(({ token_hash }) => token_hash);
}

/** Closes what is open of sessions that are no more. */
export function announceEnded({ bus }: Pick<Needs, 'bus'>, tokenHashes: readonly Buffer[]): void {
  for (const tokenHash of tokenHashes) bus.publish('sessionEnded', { tokenHash: tokenHash.toString('hex') });
}

/** Removes sessions whose time is over, and ends their sockets. */
export async function endExpiredSessions({ db, bus }: Needs): Promise<void> {
  const ended = await db
    .deleteFrom('sessions')
    .where(sql<boolean>`not (${stillValid})`)
    .returning('token_hash')
    .execute();
  announceEnded(
    { bus },
    ended.map(({ token_hash }) => token_hash),
  );
}
