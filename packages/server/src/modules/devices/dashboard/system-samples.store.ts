import type { DashboardMetrics, ServerStats, SystemPoint, SystemRange } from '@fairwatch/contract';
import { sql, type Insertable } from 'kysely';
import type { Database, Schema } from '../../../shared/schema/schema.ts';
import { isoTime } from '../../../core/database/list-sql.ts';

const keptDays = 30;

export type NewSample = Insertable<Schema['system_samples']>;

export async function insertSamples(db: Database, samples: readonly NewSample[]): Promise<void> {
  await db.insertInto('system_samples').values(samples).execute();
}

export async function deleteOldSamples(db: Database): Promise<void> {
  await sql`
    delete from system_samples where sampled_at < now() - ${keptDays} * interval '1 day'`.execute(db);
}

const minute = 60;
const hour = 60 * minute;

/** The length of each range, and of the interval that one point covers: as many points as a small chart can show. */
const ranges: Record<SystemRange, { seconds: number; stepSeconds: number }> = {
  HOUR: { seconds: hour, stepSeconds: minute },
  DAY: { seconds: 24 * hour, stepSeconds: 20 * minute },
  WEEK: { seconds: 7 * 24 * hour, stepSeconds: 2 * hour },
  MONTH: { seconds: keptDays * 24 * hour, stepSeconds: 8 * hour },
};

const mean = (column: string) => sql`avg(${sql.id(column)})::bigint`;
const levels = ['memory', 'ram_used', 'ram_total', 'disk_free', 'disk_total'] as const;
const flows = ['received', 'sent', 'uploaded'] as const;
const each = (columns: readonly string[], how: 'avg' | 'sum', type: 'float8' | 'bigint') =>
  sql.join(columns.map((column) => sql`${sql.raw(how)}(${sql.id(column)})::${sql.raw(type)} as ${sql.id(column)}`));

/**
 * Reads the samples of a range, aggregated per interval: levels as averages of what all servers had together, flows as sums. Each server
 * stores one sample a minute, so its samples are brought to minutes first, then those of all servers are added. Plan: a range of the primary key.
 */
export async function readSystem(db: Database, range: SystemRange): Promise<DashboardMetrics['system']> {
  const { seconds, stepSeconds } = ranges[range];
  const { rows } = await sql<SystemPoint>`
    select ${isoTime(sql`at`)} as at, memory, "ramUsed", "ramTotal", received, sent, uploaded, "diskFree", "diskTotal"
    from (
      select date_bin(${stepSeconds} * interval '1 second', sampled_at, 'epoch') as at,
        ${mean('memory')} as memory, ${mean('ram_used')} as "ramUsed", max(ram_total)::bigint as "ramTotal",
        sum(received)::bigint as received, sum(sent)::bigint as sent, sum(uploaded)::bigint as uploaded,
        ${mean('disk_free')} as "diskFree", max(disk_total)::bigint as "diskTotal"
      from (
        select sampled_at, ${each(levels, 'sum', 'float8')}, ${each(flows, 'sum', 'bigint')} from (
          select date_trunc('minute', sampled_at) as sampled_at, ${each(levels, 'avg', 'float8')}, ${each(flows, 'sum', 'bigint')}
          from system_samples where sampled_at > now() - ${seconds} * interval '1 second' group by date_trunc('minute', sampled_at), server
        ) as of_server group by sampled_at
      ) as of_minute group by 1
    ) as binned order by at`.execute(db);
  return { stepSeconds, points: rows };
}

/** A server whose latest sample is this much older than the newest one has stopped. */
const sampledWithin = sql`interval '90 seconds'`;

/** Reads the latest sample of each server, added up; null before the first one. Plan: the end of the primary key. */
export async function readLatestSample(db: Database): Promise<ServerStats | null> {
  const { rows } = await sql<ServerStats & { servers: number }>`
    select count(*)::int as servers, sum(memory)::bigint as memory, sum(ram_used)::bigint as "ramUsed", sum(ram_total)::bigint as "ramTotal",
      sum(received)::bigint as received, sum(sent)::bigint as sent, sum(uploaded)::bigint as uploaded,
      sum(disk_free)::bigint as "diskFree", sum(disk_total)::bigint as "diskTotal"
    from (
      select distinct on (server) * from system_samples
      where sampled_at > (select max(sampled_at) from system_samples) - ${sampledWithin} order by server, sampled_at desc
    ) as latest`.execute(db);
  const { servers = 0, ...stats } = rows[0] ?? {};
  return servers === 0 ? null : (stats as ServerStats);
}
