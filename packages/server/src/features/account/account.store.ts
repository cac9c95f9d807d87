import type { OwnSession } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Session } from '../../core/http/route.ts';
import { stillValid } from '../../core/session/sessions.store.ts';

type Owner = Pick<Session, 'userId' | 'tokenHash'>;

export async function readOwner(db: Database, userId: number) {
  return await db.selectFrom('users').select(['username', 'email']).where('id', '=', userId).executeTakeFirstOrThrow();
}

export async function updateOwnNickname(db: Database, userId: number, nickname: string): Promise<void> {
  await db.updateTable('users').set({ nickname }).where('id', '=', userId).execute();
}

/** Gives an account its new address; returns the one before, null for none. */
export async function swapEmail(db: Database, userId: number, email: string): Promise<string | null> {
  const { email: before } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email }).where('id', '=', userId).execute();
  return before;
}

/** The sessions of an account, the one that asks first, then the latest used. */
export async function listSessions(db: Database, { userId, tokenHash }: Owner): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select id, address, user_agent as "userAgent", ${isoTime(sql`created_at`)} as "createdAt",
      ${isoTime(sql`last_used_at`)} as "lastUsedAt", token_hash = ${tokenHash} as current
    from sessions where user_id = ${userId} and ${stillValid}
    order by token_hash = ${tokenHash} desc, last_used_at desc, id desc`.execute(db);
  return rows;
}

/** The hash of one of the account's own sessions; null when it has none such. */
export async function findOwnSession(db: Database, userId: number, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.token_hash ?? null;
}
