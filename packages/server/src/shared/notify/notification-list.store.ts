import type { markNotificationsRead, notificationList, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../schema/schema.ts';
import { all, isoTime } from '../../core/database/list-sql.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';
import { isShown, shownCount, shownTitle } from './notification-disclosure.ts';
import { shownName } from '../shown-names.ts';

type ListInput = ParsedInputOf<typeof notificationList>;

/** True for the admin's own notifications that they may be told now. */
function isMine({ userId }: Scope): RawBuilder<unknown> {
  return sql`n.user_id = ${userId} and ${isShown}`;
}

/**
 * Lists the admin's notifications, newest first. A grouped list has one row per group: the newest that fits the filter, with
 * sums over the group. Plan: the index `notifications_of_user`, or `notifications_in_group` for the grouped list; joins run
 * for the listed rows.
 */
export function listNotifications(db: Database, scope: Scope, input: ListInput): Promise<JsonPage> {
  const { status, type, groupId } = input.filter;
  const where = all([
    isMine(scope),
    ...(status === undefined ? [] : [status === 'UNREAD' ? sql`n.read_at is null` : sql`n.read_at is not null`]),
    ...(type === undefined ? [] : [sql`n.kind = ${type}`]),
    ...(groupId === undefined ? [] : [sql`n.group_id = ${groupId}`]),
  ]);
  const listed = input.grouped
    ? sql`select max(n.id) as id, count(*)::int as size, sum(${shownCount})::int as count, bool_or(n.read_at is null) as unread
        from notifications n where ${where} group by n.group_id`
    : sql`select n.id, 1 as size, ${shownCount} as count, n.read_at is null as unread from notifications n where ${where}`;
  return selectPage(
    db,
    {
      rows: sql`select n.id, ${shownTitle} as title, n.message, n.kind as type,
          case when listed.unread then 'UNREAD' else 'READ' end as status,
          ${isoTime(sql`n.created_at`)} as "createdAt", n.link, listed.count, n.device_id as "deviceId",
          ${shownName} as "deviceName", n.group_id as "groupId", listed.size as "groupSize"
        from (${listed}) as listed join notifications n on n.id = listed.id
        left join devices d on d.id = n.device_id and d.left_at is null order by listed.id desc`,
      total: input.grouped
        ? sql`select count(distinct n.group_id) from notifications n where ${where}`
        : sql`select count(*) from notifications n where ${where}`,
    },
    input,
  );
}

/** Finds the devices that these notifications are about. */
export async function findConcernedDevices(db: Database, ids: readonly number[]): Promise<{ deviceId: number }[]> {
  const { rows } = await sql<{ deviceId: number }>`
    select distinct d.id as "deviceId" from notifications n
      join devices d on d.id = n.device_id or d.id = any(n.device_ids)
    where n.id = any(${ids}::bigint[]) and d.left_at is null order by 1`.execute(db);
  return rows;
}

/** Counting stops here, because no page shows more than "99+". */
const maxCounted = 100;

/** Counts the groups with unread notifications, by the partial index `notifications_unread`. */
export async function countUnread(db: Database, scope: Scope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select distinct n.group_id from notifications n where ${isMine(scope)} and n.read_at is null limit ${maxCounted}
    ) as unread`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Marks notifications and groups as read; all that are shown when neither is given. Returns how many were unread. */
export async function markRead(
  db: Database,
  scope: Scope,
  { ids, groupIds }: ParsedInputOf<typeof markNotificationsRead>,
): Promise<number> {
  const which =
    ids === undefined && groupIds === undefined
      ? sql`true`
      : sql`(n.id = any(${ids ?? []}::bigint[]) or n.group_id = any(${groupIds ?? []}::bigint[]))`;
  // Every statement over many notifications locks them in the order of their ids, so that there is no deadlock.
  const { numAffectedRows = 0n } = await sql`
    with locked as (
      select n.id from notifications n where ${isMine(scope)} and n.read_at is null and ${which} order by n.id for update
    )
    update notifications n set read_at = now() from locked where n.id = locked.id`.execute(db);
  return Number(numAffectedRows);
}
