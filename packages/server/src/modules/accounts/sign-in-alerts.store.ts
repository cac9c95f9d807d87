import { limits, type SignInAlert } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { Database } from '../../shared/schema/schema.ts';

/** Adds a sign-in alert: it tells the owner of an account that an admin set their password or reset how they sign in. */
export async function insertSignInAlert(
  db: Database,
  userId: number,
  { kind, actorName }: Pick<SignInAlert, 'kind' | 'actorName'>,
): Promise<void> {
  await db.insertInto('sign_in_alerts').values({ user_id: userId, kind, actor_name: actorName }).execute();
}

/** Lists the alerts that the owner has not dismissed, the latest first. */
export async function listSignInAlerts(db: Database, userId: number): Promise<SignInAlert[]> {
  const { rows } = await sql<SignInAlert>`
    select id, kind, actor_name as "actorName", ${isoTime(sql`created_at`)} as "createdAt"
    from sign_in_alerts where user_id = ${userId} order by id desc limit ${limits.signInAlerts.shown}`.execute(db);
  return rows;
}

/** Deletes alerts that the owner has dismissed. Ids of other accounts' alerts are ignored. */
export async function deleteSignInAlerts(db: Database, userId: number, ids: readonly number[]): Promise<void> {
  await db.deleteFrom('sign_in_alerts').where('user_id', '=', userId).where('id', 'in', ids).execute();
}
