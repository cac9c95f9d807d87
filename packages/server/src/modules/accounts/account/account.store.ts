import type { Language, OwnSession } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import type { Session } from '../../../shared/session.ts';
import { isValidSession } from '../../../shared/sessions/sessions.store.ts';

type Owner = Pick<Session, 'userId' | 'tokenHash'>;

export async function readOwner(db: Database, userId: number) {
  return await db.selectFrom('users').select(['username', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
}

/** Sets an account's display name. Its nickname is cleared, because a nickname is shown instead of the display name. */
export async function updateDisplayName(db: Database, userId: number, displayName: string): Promise<void> {
  await db.updateTable('users').set({ display_name: displayName, nickname: '' }).where('id', '=', userId).execute();
}

/** Sets in which language an account's owner reads; null for the one that their browser prefers. */
export async function updateLanguage(db: Database, userId: number, language: Language | null): Promise<void> {
  await db.updateTable('users').set({ language }).where('id', '=', userId).execute();
}

/** Sets an account's email address. Returns the previous one; null when there was none. */
export async function replaceEmail(db: Database, userId: number, email: string): Promise<string | null> {
  const { email: before } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  return before;
}

/** The valid sessions of an account: the current one first, then by last use. */
export async function listSessions(db: Database, { userId, tokenHash }: Owner): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select id, address, user_agent as "userAgent", ${isoTime(sql`created_at`)} as "createdAt",
      ${isoTime(sql`last_used_at`)} as "lastUsedAt", token_hash = ${tokenHash} as current
    from sessions where user_id = ${userId} and ${isValidSession}
    order by token_hash = ${tokenHash} desc, last_used_at desc, id desc`.execute(db);
  return rows;
}

/** The token hash of a session by its id; null when the account has no such session. */
export async function findOwnSession(db: Database, userId: number, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.token_hash ?? null;
}
