import { limits, type NotificationState, type NotificationType, type PushNotification } from '@fairwatch/contract';
import { sql } from 'kysely';
import { selectPage } from '../database/page.ts';
import type { Database } from '../database/schema.ts';
import type { JsonPage } from '../http/route.ts';
import type { Scope } from '../scope.ts';
import { containsPattern, inScope, isoTime } from './list-sql.ts';

/** A notification as the contract shows it; needs `n` for the notification and `u` for the admin who sent it. */
const fields = sql`n.id, n.title, n.message, n.type, n.status, ${isoTime(sql`n.created_at`)} as "createdAt",
  u.username as "sentBy", ${isoTime(sql`n.delivered_at`)} as "deliveredAt", ${isoTime(sql`n.seen_at`)} as "seenAt",
  ${isoTime(sql`n.dismissed_at`)} as "dismissedAt", ${isoTime(sql`n.expires_at`)} as "expiresAt"`;

export function listNotifications(
  db: Database,
  scope: Scope,
  input: { deviceId: number; search: string; page: number; pageSize: number },
): Promise<JsonPage> {
  const pattern = containsPattern(input.search);
  const where = sql`n.device_id = ${input.deviceId} and ${inScope(scope, sql`n.device_id`)}
    and ${input.search === '' ? sql`true` : sql`(n.title ilike ${pattern} or n.message ilike ${pattern})`}`;
  return selectPage(
    db,
    {
      rows: sql`select ${fields} from push_notifications n join users u on u.id = n.sent_by
        where ${where} order by n.id desc`,
      total: sql`select count(*) from push_notifications n where ${where}`,
    },
    input,
  );
}

export interface NewNotification {
  deviceId: number;
  type: NotificationType;
  title: string;
  message: string;
  sentBy: { id: number; name: string };
  /** The path of the endpoint, for the audit entry. */
  subject: string;
}

/**
 * Stores a notification and its audit entry, both or neither, while the person takes notifications. Locked for that
 * moment, so that one who withdraws then withdraws this one too.
 */
export async function insertNotification(
  db: Database,
  { deviceId, type, title, message, sentBy, subject }: NewNotification,
): Promise<PushNotification | 'not_shared' | 'too_many'> {
  const { deliverWithinMs, waitingAtOnce } = limits.notification;
  const { rows } = await sql<PushNotification & { shared: boolean }>`
    with sharing as (
      select id from devices where id = ${deviceId} and left_at is null and paused_at is null
        and 'NOTIFICATIONS' = any(capabilities) for share
    ), created as (
      insert into push_notifications (device_id, type, title, message, sent_by, expires_at)
      select id, ${type}, ${title}, ${message}, ${sentBy.id}::bigint,
        now() + ${deliverWithinMs} * interval '1 millisecond'
      from sharing
      where (select count(*) from push_notifications where device_id = ${deviceId} and status = 'QUEUED') < ${waitingAtOnce}
      returning *
    ), audited as (
      insert into audit_entries (device_id, actor_id, actor_name, action, subject, details)
      select device_id, ${sentBy.id}::bigint, ${sentBy.name}, 'NOTIFY', ${subject},
        jsonb_build_object('notificationId', id, 'notificationType', type)
      from created
    )
    select exists (select from sharing) as shared, ${fields}
    from (select 1) as one left join created n on true left join users u on u.id = n.sent_by`.execute(db);
  const [answer] = rows;
  if (!answer) throw new Error('A select from one row returns one row.');
  const { shared, ...created } = answer;
  if (!shared) return 'not_shared';
  return created.id === null ? 'too_many' : created;
}

/** A notification on its way to its device. */
export interface WaitingNotification {
  deviceId: number;
  notificationId: number;
  notificationType: NotificationType;
  title: string;
  message: string;
  sentBy: string;
}

/** What has not reached these devices yet, in the order it was sent; only while their people take notifications. */
export async function findWaitingNotifications(
  db: Database,
  deviceIds: readonly number[],
): Promise<WaitingNotification[]> {
  const { rows } = await sql<WaitingNotification>`
    select n.device_id as "deviceId", n.id as "notificationId", n.type as "notificationType", n.title, n.message,
      u.username as "sentBy"
    from push_notifications n
    join devices d on d.id = n.device_id and d.left_at is null and d.paused_at is null
      and 'NOTIFICATIONS' = any(d.capabilities)
    join users u on u.id = n.sent_by
    where n.device_id = any(${deviceIds}::bigint[]) and n.status = 'QUEUED' and n.expires_at > now()
    order by n.id`.execute(db);
  return rows;
}

export interface NotificationNote {
  deviceId: number;
  notificationId: number;
  state: NotificationState;
}

/** How far each state is: a notification only goes forward, so that what is repeated or late changes nothing. */
const rank = sql`array['QUEUED', 'DELIVERED', 'SEEN', 'DISMISSED']`;

/** Writes what devices say about notifications. Gives back the devices for which something changed. */
export async function recordNotificationStates(db: Database, notes: readonly NotificationNote[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    with told as (
      select id, device_id, bool_or(state <> 'FAILED') as delivered, bool_or(state = 'SEEN') as seen,
        bool_or(state = 'DISMISSED') as dismissed,
        coalesce(max(array_position(${rank}, state)), 0) as place
      from unnest(${notes.map(({ notificationId }) => notificationId)}::bigint[],
        ${notes.map(({ deviceId }) => deviceId)}::bigint[],
        ${notes.map(({ state }) => state)}::text[]) as t (id, device_id, state)
      group by id, device_id
    ), found as (
      select n.id, told.delivered, told.seen, told.dismissed, told.place
      from push_notifications n join told using (id, device_id)
      where array_position(${rank}, n.status) < told.place or (n.status = 'QUEUED' and told.place = 0)
      order by n.id for update of n
    )
    update push_notifications n set
      status = case when found.place = 0 then 'FAILED' else (${rank})[found.place] end,
      delivered_at = case when found.delivered then coalesce(n.delivered_at, now()) end,
      seen_at = case when found.seen then coalesce(n.seen_at, now()) else n.seen_at end,
      dismissed_at = case when found.dismissed then now() else n.dismissed_at end
    from found where n.id = found.id
    returning n.device_id as "deviceId"`.execute(db);
  return [...new Set(rows.map(({ deviceId }) => deviceId))];
}

/** Gives up what could not be delivered in time. Gives back the devices concerned. */
export async function expireNotifications(db: Database): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    update push_notifications set status = 'EXPIRED'
    where id in (
      select id from push_notifications where status = 'QUEUED' and expires_at <= now() for update skip locked)
    returning device_id as "deviceId"`.execute(db);
  return [...new Set(rows.map(({ deviceId }) => deviceId))];
}

/** The person takes no notifications any more: what has not reached them does not. */
export async function cancelNotifications(db: Database, deviceId: number): Promise<void> {
  await sql`
    update push_notifications set status = 'CANCELLED'
    where device_id = ${deviceId} and status = 'QUEUED'`.execute(db);
}

export async function deleteNotifications(db: Database, deviceId: number): Promise<void> {
  await sql`delete from push_notifications where device_id = ${deviceId}`.execute(db);
}
