import { notificationFacts, promoteUser, type Capability, type NotificationKind, type Told } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { isActiveAdmin } from '../disclosure/disclosure-sql.ts';
import type { Database } from '../schema/schema.ts';

/** An admin who is notified and, for events of devices, the device. */
export interface Recipient {
  userId: number;
  deviceId: number | null;
}

const activeAdmin = isActiveAdmin(sql`u`);

/**
 * Finds the recipients of a notification: those of these accounts who are active admins, the active admins of these devices,
 * every SUPER_ADMIN, or the admins who may approve accounts. A device without an active admin concerns every SUPER_ADMIN.
 */
export async function findAudience(
  db: Database,
  of: { userIds: readonly number[] } | { deviceIds: readonly number[] } | 'superAdmins' | 'approvers',
): Promise<Recipient[]> {
  if (of === 'approvers') {
    const { permission, level } = promoteUser.access;
    const { rows } = await sql<Recipient>`
      select u.id as "userId", null as "deviceId" from users u
      where ${activeAdmin} and (u.admin_role = 'SUPER_ADMIN' or exists (
        select from feature_access f
        where f.user_id = u.id and f.feature_permission = ${permission} and f.feature_access = ${level}))`.execute(db);
    return rows;
  }
  if (of === 'superAdmins') {
    const { rows } = await sql<Recipient>`
      select u.id as "userId", null as "deviceId" from users u where ${activeAdmin} and u.admin_role = 'SUPER_ADMIN'`.execute(
      db,
    );
    return rows;
  }
  if ('userIds' in of) {
    const { rows } = await sql<Recipient>`
      select u.id as "userId", null as "deviceId" from users u
      where u.id = any(${of.userIds}::bigint[]) and ${activeAdmin}`.execute(db);
    return rows;
  }
  const { rows } = await sql<Recipient>`
    with asked as (select distinct id from unnest(${of.deviceIds}::bigint[]) as asked (id)),
    assigned as (
      select u.id as user_id, asked.id as device_id from asked
      join device_assignments a on a.device_id = asked.id join users u on u.id = a.user_id and ${activeAdmin}
    )
    select user_id as "userId", device_id as "deviceId" from assigned
    union all
    select u.id, asked.id from asked cross join users u
    where ${activeAdmin} and u.admin_role = 'SUPER_ADMIN'
      and not exists (select from assigned where assigned.device_id = asked.id)`.execute(db);
  return rows;
}

export interface NewNotification {
  userId: number;
  kind: NotificationKind;
  title: string;
  message: string;
  link: string;
  deviceId: number | null;
  /** The kind of data that it tells of its device or devices; null for none. Its reader sees it while they may be told that. */
  tells: Capability | null;
  /** For one about several devices, which they are. Its title has `{devices}` for their number. */
  deviceIds?: readonly number[];
  count: number;
  /** Also by mail, whatever the account chose for its kind; only those who turned the kind off get none. */
  byMail?: boolean;
}

/** A notification that was inserted (`fresh`), or one that existed and has grown. */
export interface Written {
  id: number;
  userId: number;
  fresh: boolean;
}

/** True when the account has turned this kind off. */
function isMuted(userId: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select from notification_settings s where s.user_id = ${userId} and s.kind = ${kind} and s.channel = 'NONE')`;
}

/** Throws for a notification that tells what its kind does not declare. */
function checkTold({ kind, tells, deviceId }: Pick<NewNotification, 'kind' | 'tells' | 'deviceId'>): void {
  const declared: readonly Told[] = notificationFacts[kind].tells;
  const isDeclared = tells === null ? deviceId === null || declared.includes('DEVICE') : declared.includes(tells);
  if (!isDeclared)
    throw new Error(`Notifications of the kind ${kind} do not declare that they tell ${tells ?? 'DEVICE'}.`);
}

/** A notification joins the group of the previous one of the same kind and device, when that is no older than this. */
const groupedWithin = sql`interval '1 hour'`;

/**
 * Inserts notifications into their groups, except for kinds that an admin turned off. Notifications about a device that has
 * left are dropped, except that it left: the share lock on the device makes a person who leaves at this moment wait, and
 * then delete them. Plan: `devices` by primary key; for each distinct user, kind and device the latest group by
 * `notifications_latest`; then the insert.
 */
export async function insertNotifications(db: Database, rows: readonly NewNotification[]): Promise<Written[]> {
  if (rows.length === 0) return [];
  for (const row of rows) checkTold(row);
  const written = await sql<Written>`
    with here as materialized (
      select id from devices where id = any(${rows.map(({ deviceId }) => deviceId)}::bigint[]) and left_at is null
      order by id for share
    ), told as materialized (
      select told.* from unnest(${rows.map(({ userId }) => userId)}::bigint[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ title }) => title)}::text[], ${rows.map(({ message }) => message)}::text[],
      ${rows.map(({ link }) => link)}::text[], ${rows.map(({ deviceId }) => deviceId)}::bigint[],
      ${rows.map(({ count }) => count)}::int[], ${rows.map(({ byMail = false }) => byMail)}::boolean[],
      ${rows.map(({ tells }) => tells)}::text[], ${rows.map(({ deviceIds }) => deviceIds && `{${deviceIds.join()}}`)}::text[])
        as told (user_id, kind, title, message, link, device_id, count, by_mail, tells, device_ids)
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
    insert into notifications (user_id, kind, title, message, link, device_id, count, tells, device_ids, group_id, mail_due)
    select told.user_id, told.kind, told.title, told.message, told.link, told.device_id, told.count, told.tells,
      told.device_ids::bigint[], related.group_id, told.by_mail or exists (
      select from notification_settings s
      where s.user_id = told.user_id and s.kind = told.kind and s.channel = 'MAIL')
    from told join related on related.user_id = told.user_id and related.kind = told.kind
      and related.device_id is not distinct from told.device_id
    returning id, user_id as "userId", true as fresh`.execute(db);
  return written.rows;
}

/** How long a summed-up notification grows, unless it was read. */
const growsFor = sql`interval '10 minutes'`;

interface Crowd extends Pick<NewNotification, 'userId' | 'kind' | 'count'> {
  /** The title with `{count}` for the number. */
  title: string;
}

/**
 * Adds counts to unread notifications that are still growing, found by the partial index `notifications_gathering`. Returns
 * those that have grown; for the others the caller inserts a new one.
 */
export async function gatherNotifications(
  db: Database,
  crowds: readonly Crowd[],
): Promise<(Written & { kind: NotificationKind })[]> {
  if (crowds.length === 0) return [];
  const { rows } = await sql<Written & { kind: NotificationKind }>`
    with latest as (
      select distinct on (n.user_id, n.kind) n.id, more.count, more.title
      from unnest(${crowds.map(({ userId }) => userId)}::bigint[], ${crowds.map(({ kind }) => kind)}::text[],
        ${crowds.map(({ count }) => count)}::int[], ${crowds.map(({ title }) => title)}::text[]
      ) as more (user_id, kind, count, title)
      join notifications n on n.user_id = more.user_id and n.kind = more.kind and n.read_at is null and n.count > 1
        and n.created_at > now() - ${growsFor} and not ${isMuted(sql`n.user_id`, sql`n.kind`)}
      order by n.user_id, n.kind, n.id desc
    ), locked as (
      select n.id from notifications n join latest on latest.id = n.id where n.read_at is null order by n.id for update of n
    )
    update notifications n set count = n.count + latest.count,
      title = replace(latest.title, '{count}', to_char(n.count + latest.count, 'FM999,999,999'))
    from latest, locked where n.id = latest.id and n.id = locked.id
    returning n.id, n.user_id as "userId", n.kind, false as fresh`.execute(db);
  return rows;
}

/** How many unread notifications of a kind about one device stand side by side before the latest grows. */
const sideBySide = 3;

/** A repeated event of a device, with the title for several of them. */
type Repeated = Omit<NewNotification, 'userId' | 'count'> & { userIds: readonly number[] };

/**
 * Adds one to the latest notification of each account that has several unread ones of this kind about the device. Returns
 * those that have grown. The `{count}` of the title is replaced by the new number.
 */
export async function growNotifications(db: Database, repeated: Repeated): Promise<Written[]> {
  const { userIds, kind, deviceId, title, message, link, tells } = repeated;
  checkTold(repeated);
  const { rows } = await sql<Written>`
    with several as (
      select max(n.id) as id from notifications n
      where n.user_id = any(${userIds}::bigint[]) and n.kind = ${kind} and n.device_id = ${deviceId}::bigint
        and n.read_at is null and n.created_at > now() - ${growsFor} and not ${isMuted(sql`n.user_id`, sql`n.kind`)}
      group by n.user_id having count(*) >= ${sideBySide}
    ), locked as (
      select n.id from notifications n join several on several.id = n.id where n.read_at is null order by n.id for update of n
    )
    update notifications n set count = n.count + 1, message = ${message}, link = ${link}, tells = ${tells},
      title = replace(${title}, '{count}', to_char(n.count + 1, 'FM999,999,999'))
    from locked where n.id = locked.id
    returning n.id, n.user_id as "userId", false as fresh`.execute(db);
  return rows;
}

/** Deletes all notifications about a device, when its person leaves, and takes it out of those about several. */
export async function deleteNotificationsAbout(db: Database, deviceId: number): Promise<void> {
  await sql`
    with grouped as (
      select id from notifications where device_ids is not null and device_ids @> array[${deviceId}::bigint] order by id for update
    )
    update notifications n set device_ids = array_remove(n.device_ids, ${deviceId}::bigint) from grouped where n.id = grouped.id`.execute(
    db,
  );
  await sql`
    with gone as (select id from notifications where device_id = ${deviceId} order by id for update)
    delete from notifications n using gone where n.id = gone.id`.execute(db);
}

/** Marks notifications as read for everyone, when nobody needs to act on them any more. Returns who had them unread. */
export async function settleNotifications(
  db: Database,
  about: { kind: NotificationKind; link: string },
): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    with locked as (
      select id from notifications where kind = ${about.kind} and link = ${about.link} and read_at is null
      order by id for update
    )
    update notifications n set read_at = now() from locked where n.id = locked.id
    returning n.user_id as "userId"`.execute(db);
  return rows.map(({ userId }) => userId);
}

/** The most notifications that an account keeps. */
const keptPerAccount = 5000;

/**
 * Deletes the oldest notifications beyond the limit, at most 1,000 per admin in one run. Plan: per admin a backward scan of
 * `notifications_of_user`.
 */
export async function deleteSurplusNotifications(db: Database): Promise<void> {
  await sql`
    delete from notifications where id in (
      select surplus.id from users u cross join lateral (
        select n.id from notifications n where n.user_id = u.id order by n.id desc offset ${keptPerAccount} limit 1000
      ) as surplus where u.admin_role in ('ADMIN', 'SUPER_ADMIN'))`.execute(db);
}
