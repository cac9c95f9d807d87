import type { NewsKind } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';

/** An admin and, when it was asked for devices, the one they are told about. */
export interface Listener {
  userId: number;
  deviceId: number | null;
}

const activeAdmin = sql`u.admin_role in ('ADMIN', 'SUPER_ADMIN') and u.blocked_at is null`;

/** Those of these accounts, or of the admins of these devices, who are admins now. */
export async function findAudience(
  db: Database,
  of: { userIds: readonly number[] } | { deviceIds: readonly number[] },
): Promise<Listener[]> {
  if ('userIds' in of) {
    const { rows } = await sql<Listener>`
      select u.id as "userId", null as "deviceId" from users u
      where u.id = any(${of.userIds}::bigint[]) and ${activeAdmin}`.execute(db);
    return rows;
  }
  const { rows } = await sql<Listener>`
    with asked as (select distinct id from unnest(${of.deviceIds}::bigint[]) as asked (id)),
    assigned as (
      select u.id as user_id, asked.id as device_id from asked
      join device_assignments a on a.device_id = asked.id join users u on u.id = a.user_id and ${activeAdmin}
    )
    select user_id as "userId", device_id as "deviceId" from assigned
    union all
    select u.id, asked.id from asked cross join users u
    where u.admin_role = 'SUPER_ADMIN' and u.blocked_at is null
      and not exists (select from assigned where assigned.device_id = asked.id)`.execute(db);
  return rows;
}

export interface NewNotification {
  userId: number;
  kind: NewsKind;
  title: string;
  message: string;
  link: string;
  deviceId: number | null;
  count: number;
}

/** What was written: a new row, or one that had been there and has grown. */
export interface Written {
  id: number;
  userId: number;
  fresh: boolean;
}

export async function insertNotifications(db: Database, rows: readonly NewNotification[]): Promise<Written[]> {
  if (rows.length === 0) return [];
  const written = await sql<Written>`
    insert into notifications (user_id, kind, title, message, link, device_id, count)
    select * from unnest(${rows.map(({ userId }) => userId)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ title }) => title)}::text[], ${rows.map(({ message }) => message)}::text[],
      ${rows.map(({ link }) => link)}::text[], ${rows.map(({ deviceId }) => deviceId)}::bigint[],
      ${rows.map(({ count }) => count)}::int[])
    returning id, user_id as "userId", true as fresh`.execute(db);
  return written.rows;
}
