import { limits, type AccountNotice } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../database/list-sql.ts';
import type { Database } from '../database/schema.ts';

/** Leaves a notice for the owner of an account. */
export async function insertNotice(
  db: Database,
  userId: number,
  { kind, actorName }: Pick<AccountNotice, 'kind' | 'actorName'>,
): Promise<void> {
  await db.insertInto('account_notices').values({ user_id: userId, kind, actor_name: actorName }).execute();
}

/** What the owner of an account has not read yet, the latest first. */
export async function listNotices(db: Database, userId: number): Promise<AccountNotice[]> {
  const { rows } = await sql<AccountNotice>`
    select id, kind, actor_name as "actorName", ${isoTime(sql`created_at`)} as "createdAt"
    from account_notices where user_id = ${userId} order by id desc limit ${limits.accountNotices.shown}`.execute(db);
  return rows;
}

/** Removes notices of an account that its owner has read. Those of others stay. */
export async function deleteNotices(db: Database, userId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('account_notices').where('user_id', '=', userId).where('id', 'in', ids).execute();
}
