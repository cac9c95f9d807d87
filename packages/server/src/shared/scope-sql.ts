import { sql, type Expression, type RawBuilder } from 'kysely';
import { param } from '../core/database/named-query.ts';
import { scopeKey, type Scope } from './scope.ts';

/** True for devices this admin may see. `userId` may be a query parameter. */
export function inScope(
  scope: { userId: number | RawBuilder<unknown>; allDevices: boolean },
  deviceId: Expression<unknown>,
): RawBuilder<boolean> {
  if (scope.allDevices) return sql`true`;
  return sql`exists (
    select from device_assignments a where a.user_id = ${scope.userId} and a.device_id = ${deviceId})`;
}

/** True for groups `g` that this admin sees: their own and those assigned to them; a SUPER_ADMIN sees all. */
export function seesGroup({ userId, allDevices }: Scope): RawBuilder<boolean> {
  if (allDevices) return sql`true`;
  return sql`(g.owner_id = ${userId} or exists (
    select from group_assignments ga where ga.group_id = g.id and ga.user_id = ${userId}))`;
}

/**
 * Selects the length of a whole list for this admin, which triggers on `devices`, `device_assignments` and `users` keep in
 * `list_counts`.
 */
export function keptCount(list: 'devices' | 'users', scope: Scope): RawBuilder<unknown> {
  return sql`select coalesce(sum(rows), 0) from list_counts where list = ${list} and scope = ${scopeKey(scope)}`;
}

/**
 * Selects how many rows of a kind a device has, which the triggers `count_new_rows` and `count_gone_rows` keep. The query
 * must have a parameter `deviceId`.
 */
export function keptRows(kind: string): RawBuilder<unknown> {
  return sql`select coalesce((
    select rows from device_row_counts where device_id = ${param('deviceId')} and kind = ${kind}), 0)`;
}
