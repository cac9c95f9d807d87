import { failureKinds, type AdminRole, type NotificationKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import { isShown, shownTitle } from '../../../shared/notify/notification-disclosure.ts';
import type { Database } from '../../../shared/schema/schema.ts';

export interface OpenSession {
  /** The hash of the session's token, in hex. */
  tokenHash: string;
  userId: number;
  adminRole: AdminRole;
}

/** Finds which of these sessions are still valid, with their role. Each is looked up by the primary key of `sessions`. */
export async function findOpenSessions(db: Database, tokenHashes: readonly string[]): Promise<OpenSession[]> {
  const { rows } = await sql<OpenSession>`
    select encode(s.token_hash, 'hex') as "tokenHash", s.user_id as "userId", u.admin_role as "adminRole"
    from unnest(${tokenHashes}::text[]) as asked (hash)
    join sessions s on s.token_hash = decode(asked.hash, 'hex') and s.expires_at > now()
    join users u on u.id = s.user_id and u.blocked_at is null`.execute(db);
  return rows;
}

/** Finds which of these devices are assigned to which of these admins. */
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

export interface ConsoleNotification {
  userId: number;
  id: number;
  title: string;
  link: string;
  type: NotificationKind;
  /** What went wrong; null for a notification that is not about a failure. */
  failure: string | null;
  /** The language of its reader; null where they chose none. */
  language: string | null;
}

/** Finds those of these notifications that are for one of these accounts and may be told now, in the order of their ids. */
export async function findConsoleNotifications(
  db: Database,
  ids: readonly number[],
  userIds: readonly number[],
): Promise<ConsoleNotification[]> {
  const { rows } = await sql<ConsoleNotification>`
    select n.user_id as "userId", n.id, ${shownTitle} as title, n.link, n.kind as type,
      case when n.kind = any(${failureKinds}::text[]) then n.message end as failure, u.language
    from notifications n join users u on u.id = n.user_id
    where n.id = any(${ids}::bigint[]) and n.user_id = any(${userIds}::bigint[]) and ${isShown} order by n.id`.execute(
    db,
  );
  return rows;
}
