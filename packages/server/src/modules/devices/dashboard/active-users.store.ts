import type { ActivePoint, ActiveRange, DashboardMetrics, UserProfile } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';
import { scopeKey, type Scope } from '../../../shared/scope.ts';

/**
 * Counts the people of these devices as active at this time; nobody is counted twice in a period (database function
 * `note_active`).
 */
export async function recordActive(db: Database, deviceIds: readonly number[], at: Date): Promise<void> {
  await sql`select note_active(${deviceIds}::bigint[], ${at})`.execute(db);
}

/** Like `recordActive`, for all online devices. It is used after assignments changed, to count them for their new admins. */
export async function recordOnlineActive(db: Database, at: Date): Promise<void> {
  await sql`
    select note_active(array(
      select d.id from devices d join gateway_nodes n on n.id = d.gateway_node_id where n.alive_until > now()
    ), ${at})`.execute(db);
}

const ranges: Record<ActiveRange, { step: 'HOUR' | 'DAY'; points: number }> = {
  DAY: { step: 'HOUR', points: 24 },
  WEEK: { step: 'HOUR', points: 7 * 24 },
  MONTH: { step: 'DAY', points: 30 },
  QUARTER: { step: 'DAY', points: 90 },
};

/**
 * Reads how many people were active in each hour or day; hours and days without anybody have 0. Plan: `generate_series`
 * joined to `active_users` by its primary key (scope, period, start).
 */
export async function readActiveUsers(
  db: Database,
  scope: Scope,
  range: ActiveRange,
): Promise<DashboardMetrics['activeUsers']> {
  const { step, points } = ranges[range];
  const period = step.toLowerCase();
  const { rows } = await sql<ActivePoint>`
    select ${isoTime(sql`t.at`)} as at, coalesce(a.people, 0)::int as users
    from generate_series(
      date_trunc(${period}, now(), 'UTC') - ${points - 1} * ${`1 ${period}`}::interval,
      date_trunc(${period}, now(), 'UTC'), ${`1 ${period}`}::interval, 'UTC') as t (at)
    left join active_users a on a.scope = ${scopeKey(scope)} and a.period = ${period} and a.starts_at = t.at
    order by t.at`.execute(db);
  return { step, points: rows };
}

const monthsShown = 12;

/** Like `readActiveUsers`, for the last twelve months. */
export async function readActiveMonths(
  db: Database,
  scope: Scope,
): Promise<NonNullable<UserProfile['countPerMonthDTOS']>> {
  const { rows } = await sql<{ month: string; count: number }>`
    select to_char(t.at at time zone 'UTC', 'YYYY-MM') as month, coalesce(a.people, 0)::int as count
    from generate_series(date_trunc('month', now(), 'UTC') - ${monthsShown - 1} * interval '1 month',
      date_trunc('month', now(), 'UTC'), interval '1 month', 'UTC') as t (at)
    left join active_users a on a.scope = ${scopeKey(scope)} and a.period = 'month' and a.starts_at = t.at
    order by t.at`.execute(db);
  return rows;
}

/** Deletes counts that are older than any chart, and people who are gone and cannot be counted twice any more. */
export async function deleteOldActivity(db: Database): Promise<void> {
  await sql`
    delete from active_users where (period = 'hour' and starts_at < now() - interval '8 days')
      or (period = 'day' and starts_at < now() - interval '91 days')
      or (period = 'month' and starts_at < now() - interval '13 months')`.execute(db);
  await sql`
    delete from fleet_people where devices = 0
      and (seen_at is null or seen_at < date_trunc('month', now(), 'UTC'))`.execute(db);
}
