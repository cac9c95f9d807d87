import { failureKinds, type AdminRole } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

export interface OpenSession {
  /** In hex. */
  tokenHash: string;
  userId: number;
  adminRole: AdminRole;
}

/** Which of these sessions are still open, and as what role. */
export async function findOpenSessions(db: Database, tokenHashes: readonly string[]): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select encode(s.token_hash, 'hex') as "tokenHash", s.user_id as "userId", u.admin_role as "adminRole"
    from unnest(${tokenHashes}::text[]) as asked (hash)
    join sessions s on s.token_hash = decode(asked.hash, 'hex') and s.expires_at > now()
    join users u on u.id = s.user_id and u.blocked_at is null`.execute(db);
  return rows;
}

/** Which of these devices are assigned to which of these admins. */
export async function findAssignments(
  db: Database,
  userIds: readonly number[],
  deviceIds: readonly number[],
): Promise<{ userId: number; deviceId: number }[]> {
  const { rows } = await sql<{ userId: number; deviceId: number }>`
    select user_id as "userId", device_id as "deviceId" from device_assignments
    where user_id = any(${userIds}::bigint[]) and device_id = any(${deviceIds}::bigint[])`.execute(db);
  return rows;
}

export interface ToldNotification {
  userId: number;
  id: number;
  title: string;
  link: string;
  type: string;
  /** What went wrong; null when it tells of no failure. */
  failure: string | null;
}

/** Those of these notifications that are for one of these accounts, in the order they were written. */
export async function findToldNotifications(
  db: Database,
  ids: readonly number[],
  userIds: readonly number[],
): Promise<ToldNotification[]> {
  const { rows } = await sql<ToldNotification>`
    select user_id as "userId", id, title, link, kind as type,
      case when kind = any(${failureKinds}::text[]) then message end as failure
    from notifications
    where id = any(${ids}::bigint[]) and user_id = any(${userIds}::bigint[]) order by id`.execute(db);
  return rows;
}
