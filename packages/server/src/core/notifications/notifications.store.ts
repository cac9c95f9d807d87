import { promoteUser, type NewsKind } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/schema.ts';

/** An admin and, when it was asked for devices, the one they are told about. */
export interface Listener {
  userId: number;
  deviceId: number | null;
}

const activeAdmin = sql`u.admin_role in ('ADMIN', 'SUPER_ADMIN') and u.blocked_at is null`;

/** Those of these accounts, or of the admins of these devices, who are admins now; or every SUPER_ADMIN; or who may approve accounts. */
export async function findAudience(
  db: Database,
  of: { userIds: readonly number[] } | { deviceIds: readonly number[] } | 'superAdmins' | 'approvers',
): Promise<Listener[]> {
  if (of === 'approvers') {
    const { permission, level } = promoteUser.access;
    const { rows } = await sql<Listener>`
      select u.id as "userId", null as "deviceId" from users u
      where ${activeAdmin} and (u.admin_role = 'SUPER_ADMIN' or exists (
        select from feature_access f
        where f.user_id = u.id and f.feature_permission = ${permission} and f.feature_access = ${level}))`.execute(db);
    return rows;
  }
  if (of === 'superAdmins') {
    const { rows } = await sql<Listener>`
      select id as "userId", null as "deviceId" from users
      where admin_role = 'SUPER_ADMIN' and blocked_at is null`.execute(db);
    return rows;
  }
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

/** Whether the account has turned this kind off. */
function isMuted(userId: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from notification_settings s where s.user_id = ${userId} and s.kind = ${kind} and s.channel = 'NONE')`;
}

/** A notification joins the group of the one before it, of the same kind and device, when that is no older than this. */
const groupedWithin = sql`interval '1 hour'`;

/**
 * Inserts notifications into their groups, except for kinds that their admin turned off and notifications about devices that have
 * left; the notification that a device left is inserted. Row locks on the devices make a concurrent leave wait, which then deletes
 * these notifications too.
 */
export async function insertNotifications(db: Database, rows: readonly NewNotification[]): Promise<Written[]> {
  if (rows.length === 0) return [];
  const written = await sql<Written>`
    with here as materialized (
      select id from devices where id = any(${rows.map(({ deviceId }) => deviceId)}::bigint[]) and left_at is null
      order by id for share
    ), told as materialized (
      select told.* from unnest(${rows.map(({ userId }) => userId)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ title }) => title)}::text[], ${rows.map(({ message }) => message)}::text[],
      ${rows.map(({ link }) => link)}::text[], ${rows.map(({ deviceId }) => deviceId)}::bigint[],
      ${rows.map(({ count }) => count)}::int[]) as told (user_id, kind, title, message, link, device_id, count)
      where (device_id is null or kind in ('DEVICE_LEFT', 'DEVICE_ENDED') or device_id in (select id from here))
        and not ${isMuted(sql`told.user_id`, sql`told.kind`)}
    ), related as materialized (
      select asked.*, coalesce((
        select n.group_id from notifications n
        where n.user_id = asked.user_id and n.kind = asked.kind and n.device_id is not distinct from asked.device_id
          and n.created_at > now() - ${groupedWithin}
        order by n.id desc limit 1), nextval('notification_groups')) as group_id
      from (select distinct user_id, kind, device_id from told) as asked
    )
    insert into notifications (user_id, kind, title, message, link, device_id, count, group_id, mail_due)
    select told.*, related.group_id, exists (
      select from notification_settings s
      where s.user_id = told.user_id and s.kind = told.kind and s.channel = 'MAIL')
    from told join related on related.user_id = told.user_id and related.kind = told.kind
      and related.device_id is not distinct from told.device_id
    returning id, user_id as "userId", true as fresh`.execute(db);
  return written.rows;
}

/** So long a notification of many gathers more of its kind, unless it was read. */
const gathersFor = sql`interval '10 minutes'`;

interface Crowd extends Pick<NewNotification, 'userId' | 'kind' | 'count'> {
  /** With `{count}` where the number belongs. */
  title: string;
}

/** Adds to what is gathering already. Gives back what has grown; for the others there is nothing yet. */
export async function gatherNotifications(
  db: Database,
  crowds: readonly Crowd[],
): Promise<(Written & { kind: NewsKind })[]> {
  if (crowds.length === 0) return [];
  const { rows } = await sql<Written & { kind: NewsKind }>`
    with latest as (
      select distinct on (n.user_id, n.kind) n.id, more.count, more.title
      from unnest(${crowds.map(({ userId }) => userId)}::bigint[], ${crowds.map(({ kind }) => kind)}::text[],
        ${crowds.map(({ count }) => count)}::int[], ${crowds.map(({ title }) => title)}::text[]
      ) as more (user_id, kind, count, title)
      join notifications n on n.user_id = more.user_id and n.kind = more.kind and n.read_at is null and n.count > 1
        and n.created_at > now() - ${gathersFor} and not ${isMuted(sql`n.user_id`, sql`n.kind`)}
      order by n.user_id, n.kind, n.id desc
    ), held as (
      select n.id from notifications n join latest on latest.id = n.id where n.read_at is null order by n.id for update of n
    )
    update notifications n set count = n.count + latest.count,
      title = replace(latest.title, '{count}', to_char(n.count + latest.count, 'FM999,999,999'))
    from latest, held where n.id = latest.id and n.id = held.id
    returning n.id, n.user_id as "userId", n.kind, false as fresh`.execute(db);
  return rows;
}

/** So many unread notifications of a kind about one device stand side by side; then the latest grows. */
const sideBySide = 3;

/** What happened once more on a device, and the title for several of them. */
type Repeated = Omit<NewNotification, 'userId' | 'count'> & { userIds: readonly number[] };

/**
 * Adds one more to the latest notification of each account that has several unread ones of this kind about the device. Gives
 * back what has grown. The `{count}` of the title becomes how many it stands for.
 */
export async function growNotifications(db: Database, repeated: Repeated): Promise<Written[]> {
  const { userIds, kind, deviceId, title, message, link } = repeated;
  const { rows } = await sql<Written>`
    with several as (
      select max(n.id) as id from notifications n
      where n.user_id = any(${userIds}::bigint[]) and n.kind = ${kind} and n.device_id = ${deviceId}::bigint
        and n.read_at is null and n.created_at > now() - ${gathersFor} and not ${isMuted(sql`n.user_id`, sql`n.kind`)}
      group by n.user_id having count(*) >= ${sideBySide}
    ), held as (
      select n.id from notifications n join several on several.id = n.id where n.read_at is null order by n.id for update of n
    )
    update notifications n set count = n.count + 1, message = ${message}, link = ${link},
      title = replace(${title}, '{count}', to_char(n.count + 1, 'FM999,999,999'))
    from held where n.id = held.id
    returning n.id, n.user_id as "userId", false as fresh`.execute(db);
  return rows;
}

/** What admins were told about a device goes with its person. */
export async function deleteNotificationsAbout(db: Database, deviceId: number): Promise<void> {
  await sql`
    with gone as (select id from notifications where device_id = ${deviceId} order by id for update)
    delete from notifications n using gone where n.id = gone.id`.execute(db);
}

/** Marks what nobody needs to do any more as read, for everyone. Returns who had it unread. */
export async function settleNotifications(db: Database, about: { kind: NewsKind; link: string }): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    with held as (
      select id from notifications where kind = ${about.kind} and link = ${about.link} and read_at is null
      order by id for update
    )
    update notifications n set read_at = now() from held where n.id = held.id
    returning n.user_id as "userId"`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** An account keeps so many, the newest. */
const keptPerAccount = 5000;

export async function deleteSurplusNotifications(db: Database): Promise<void> {
  await sql`
    delete from notifications where id in (
      select surplus.id from users u cross join lateral (
        select n.id from notifications n where n.user_id = u.id order by n.id desc offset ${keptPerAccount} limit 1000
      ) as surplus where u.admin_role in ('ADMIN', 'SUPER_ADMIN'))`.execute(db);
}
