import type { ActivePoint, ActiveRange, DashboardFigures, UserProfile } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../database/schema.ts';
import { isoTime } from '../database/list-sql.ts';
import { scopeKey, type Scope } from '../scope.ts';

/** The people of these devices were seen at this time. */
export async function noteActive(db: Database, deviceIds: readonly number[], at: Date): Promise<void> {
  await sql`select note_active(${deviceIds}::bigint[], ${at})`.execute(db);
}

/** The same for everyone who is online: after devices were assigned, to whom they are assigned now. */
export async function noteOnlineActive(db: Database, at: Date): Promise<void> {
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

/** How many people were seen in each hour or day, those without anybody included. */
export async function readActiveUsers(
  db: Database,
  scope: Scope,
  range: ActiveRange,
): Promise<DashboardFigures['activeUsers']> {
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

/** The same for the last months. */
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

/** Deletes what no chart reaches back to, and people who are gone and will not be counted twice any more. */
export async function deleteOldActivity(db: Database): Promise<void> {
  await sql`
    delete from active_users where (period = 'hour' and starts_at < now() - interval '8 days')
      or (period = 'day' and starts_at < now() - interval '91 days')
      or (period = 'month' and starts_at < now() - interval '13 months')`.execute(db);
  await sql`
    delete from fleet_people where devices = 0
      and (seen_at is null or seen_at < date_trunc('month', now(), 'UTC'))`.execute(db);
}
