import type { NotificationState, NotificationType } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { nameInFull } from '../../../shared/shown-names.ts';

/** A notification to be sent to its device. */
export interface WaitingPushNotification {
  deviceId: number;
  notificationId: number;
  notificationType: NotificationType;
  title: string;
  message: string;
  sentBy: string;
}

/**
 * Finds the undelivered notifications of these devices in the order of their ids, while their people accept notifications,
 * by the partial index `push_notifications_waiting`.
 */
export async function findWaitingPushNotifications(
  db: Database,
  deviceIds: readonly number[],
): Promise<WaitingPushNotification[]> {
  const { rows } = await sql<WaitingPushNotification>`
    select n.device_id as "deviceId", n.id as "notificationId", n.type as "notificationType", n.title, n.message,
      ${nameInFull} as "sentBy"
    from push_notifications n
    join devices d on d.id = n.device_id and d.left_at is null and d.paused_at is null
      and 'NOTIFICATIONS' = any(d.capabilities)
    join users u on u.id = n.sent_by
    where n.device_id = any(${deviceIds}::bigint[]) and n.status = 'QUEUED' and n.expires_at > now()
    order by n.id`.execute(db);
  return rows;
}

export interface ReportedState {
  deviceId: number;
  notificationId: number;
  state: NotificationState;
}

/** The order of the states. A notification only moves forward, so repeated or late reports change nothing. */
const rank = sql`array['QUEUED', 'DELIVERED', 'SEEN', 'DISMISSED']`;

/**
 * Stores the states that devices report, merged per notification. Returns the devices for which something changed. Plan:
 * `push_notifications` by primary key for each element, locked in the order of ids.
 */
export async function recordPushNotificationStates(db: Database, states: readonly ReportedState[]): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    with told as (
      select id, device_id, bool_or(state <> 'FAILED') as delivered, bool_or(state = 'SEEN') as seen,
        bool_or(state = 'DISMISSED') as dismissed,
        coalesce(max(array_position(${rank}, state)), 0) as place
      from unnest(${states.map(({ notificationId }) => notificationId)}::bigint[],
        ${states.map(({ deviceId }) => deviceId)}::bigint[],
        ${states.map(({ state }) => state)}::text[]) as t (id, device_id, state)
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

/** Expires notifications that could not be delivered in time, and returns their devices. */
export async function expirePushNotifications(db: Database): Promise<number[]> {
  const { rows } = await sql<{ deviceId: number }>`
    update push_notifications set status = 'EXPIRED'
    where id in (
      select id from push_notifications where status = 'QUEUED' and expires_at <= now() for update skip locked)
    returning device_id as "deviceId"`.execute(db);
  return [...new Set(rows.map(({ deviceId }) => deviceId))];
}

/** Cancels the undelivered notifications of a person who withdrew consent to them. */
export async function cancelPushNotifications(db: Database, deviceId: number): Promise<void> {
  await sql`
    update push_notifications set status = 'CANCELLED'
    where device_id = ${deviceId} and status = 'QUEUED'`.execute(db);
}

export async function deletePushNotifications(db: Database, deviceId: number): Promise<void> {
  await sql`delete from push_notifications where device_id = ${deviceId}`.execute(db);
}
