import { limits, type SignInAlert } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../database/list-sql.ts';
import type { Database } from '../database/schema.ts';

/** Leaves a sign-in alert for the owner of an account. */
export async function insertSignInAlert(
  db: Database,
  userId: number,
  { kind, actorName }: Pick<SignInAlert, 'kind' | 'actorName'>,
): Promise<void> {
  await db.insertInto('sign_in_alerts').values({ user_id: userId, kind, actor_name: actorName }).execute();
}

/** What the owner of an account has not read yet, the latest first. */
export async function listSignInAlerts(db: Database, userId: number): Promise<SignInAlert[]> {
  const { rows } = await sql<SignInAlert>`
    select id, kind, actor_name as "actorName", ${isoTime(sql`created_at`)} as "createdAt"
    from sign_in_alerts where user_id = ${userId} order by id desc limit ${limits.signInAlerts.shown}`.execute(db);
  return rows;
}

/** Removes sign-in alerts of an account that its owner has read. Those of others stay. */
export async function deleteSignInAlerts(db: Database, userId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('sign_in_alerts').where('user_id', '=', userId).where('id', 'in', ids).execute();
}
