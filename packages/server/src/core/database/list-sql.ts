import { sql, type Expression, type RawBuilder } from 'kysely';
import { slot } from './named-query.ts';
import { scopeKey, type Scope } from '../scope.ts';

/** True for devices this admin may see. The admin may be a slot of a query. */
export function inScope(
  scope: { userId: number | RawBuilder<unknown>; allDevices: boolean },
  deviceId: Expression<unknown>,
): RawBuilder<boolean> {
  if (scope.allDevices) return sql`true`;
  return sql`exists (
    select from device_assignments a where a.user_id = ${scope.userId} and a.device_id = ${deviceId})`;
}

/** How long a whole list is for this admin, as the database keeps it. */
export function keptCount(list: 'devices' | 'users', scope: Scope): RawBuilder<unknown> {
  return sql`select coalesce(sum(rows), 0) from list_counts where list = ${list} and scope = ${scopeKey(scope)}`;
}

/** How many rows of a kind a device has, as the database keeps it: for a query that has `deviceId` as a slot. */
export function keptRows(kind: string): RawBuilder<unknown> {
  return sql`select coalesce((
    select rows from device_row_counts where device_id = ${slot('deviceId')} and kind = ${kind}), 0)`;
}

/** True where every condition is. */
export function all(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** The pattern that finds what was typed anywhere in a text, taken literally. */
export function containsPattern(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

/** A time as the contract writes it: ISO 8601 in UTC. */
export function isoTime(time: Expression<unknown>): RawBuilder<string> {
  return sql`to_char((${time}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

export function orderDirection(direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return direction === 'asc' ? sql`asc` : sql`desc`;
}
