import type { PushSubscriptionKeys, SharingHours, WebPush, Language } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isoTime } from '../../core/database/list-sql.ts';
import type { DeviceConnection } from '../device-connection.ts';
import type { Database } from '../schema/schema.ts';

/** The key of the setting that switches push on. */
export const webPushSetting = 'web-push';

const isOn = sql`exists (select from settings where key = ${webPushSetting} and value = 'true')`;

export async function readWebPush(db: Database): Promise<Omit<WebPush, 'services'>> {
  const { rows } = await sql<Omit<WebPush, 'services'>>`
    select ${isOn} as enabled, c.changed_by_name as "changedBy", ${isoTime(sql`c.changed_at`)} as "changedAt",
      (select count(*)::int from push_subscriptions) as "subscribedDevices"
    from (select 1) as one left join lateral (
      select * from settings_changes where key = ${webPushSetting} order by id desc limit 1
    ) c on true`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('A select from one row returns one row.');
  return found;
}

/** Finds the public key that browsers subscribe with; null while push is off. */
export async function findPushKey(db: Database): Promise<string | null> {
  const { rows } = await sql<{ pushKey: string }>`
    select public_key as "pushKey" from web_push_keys where ${isOn}`.execute(db);
  return rows[0]?.pushKey ?? null;
}

/**
 * Stores the push subscription of a device; nothing while push is off, or after the device left or moved to another server. The setting is locked
 * first, like by the transaction that switches push off and deletes all subscriptions, so that none is left behind.
 */
export async function storeSubscription(
  db: Database,
  { deviceId, epoch }: DeviceConnection,
  { endpoint, keys: { p256dh, auth } }: PushSubscriptionKeys,
): Promise<void> {
  await sql`
    with switched_on as materialized (
      select from settings where key = ${webPushSetting} and value = 'true' for share
    ), here as (
      select d.id from switched_on, devices d where d.id = ${deviceId} and d.left_at is null and d.connection_epoch = ${epoch}
      for no key update of d
    )
    insert into push_subscriptions (device_id, endpoint, p256dh, auth)
    select here.id, ${endpoint}, ${p256dh}, ${auth} from here
    on conflict (device_id) do update set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = case when push_subscriptions.endpoint = excluded.endpoint then push_subscriptions.created_at
        else excluded.created_at end,
      failed_at = null`.execute(db);
}

export async function deleteSubscription(db: Database, deviceId: number): Promise<void> {
  await deleteWhere(db, sql`s.device_id = ${deviceId}`);
}

/** Deletes the subscription of a device as its person decided; nothing when the device has moved to another server since. */
export async function withdrawSubscription(db: Database, { deviceId, epoch }: DeviceConnection): Promise<void> {
  await deleteWhere(db, sql`s.device_id = ${deviceId}`, sql`d.connection_epoch = ${epoch}`);
}

/** Deletes all subscriptions, when push is switched off. */
export async function deleteSubscriptions(db: Database): Promise<void> {
  await deleteWhere(db, sql`true`);
}

/** Deletes a subscription that the push service no longer knows, unless the device has sent a new one since. */
export async function deleteDeadSubscription(db: Database, { deviceId, endpoint }: Subscriber): Promise<void> {
  await deleteWhere(db, sql`s.device_id = ${deviceId} and s.endpoint = ${endpoint}`);
}

/**
 * Deletes subscriptions after locking their devices in the order of ids. The trigger `push_subscriptions_removed` updates
 * the devices too, but in no fixed order, which could deadlock. `ofDevice` is a condition on the locked device `d`.
 */
async function deleteWhere(db: Database, condition: RawBuilder<unknown>, ofDevice = sql`true`): Promise<void> {
  await sql`
    with locked as materialized (
      select d.id from devices d join push_subscriptions s on s.device_id = d.id where ${condition} and ${ofDevice}
      order by d.id for no key update of d
    )
    delete from push_subscriptions s using locked where s.device_id = locked.id and ${condition}`.execute(db);
}

/** Stores whether the last push to this endpoint was accepted. */
export async function recordPushResult(
  db: Database,
  { deviceId, endpoint }: Subscriber,
  { failed }: { failed: boolean },
): Promise<void> {
  await sql`
    update push_subscriptions set failed_at = ${failed ? sql`now()` : sql`null`}
    where device_id = ${deviceId} and endpoint = ${endpoint} and (${failed} or failed_at is not null)`.execute(db);
}

/** A device that is offline and has a push subscription. */
export interface Subscriber {
  deviceId: number;
  endpoint: string;
  p256dh: string;
  auth: string;
  paused: boolean;
  /** The sharing hours; null for any hour. */
  hours: SharingHours | null;
  /** In which language its person reads; null when the device did not say. */
  language: Language | null;
}

/**
 * Finds which of these devices are offline and have a subscription. Quarantined devices are left out, because their person
 * may have left since the backup.
 */
export async function findSubscribers(db: Database, deviceIds: readonly number[]): Promise<Subscriber[]> {
  const { rows } = await sql<Subscriber>`
    select s.device_id as "deviceId", s.endpoint, s.p256dh, s.auth, d.paused_at is not null as paused,
      d.sharing_hours as hours, d.language
    from push_subscriptions s join devices d on d.id = s.device_id
    where s.device_id = any(${deviceIds}::bigint[]) and d.gateway_node_id is null and d.left_at is null
      and d.restored_at is null`.execute(db);
  return rows;
}
