import type { DashboardMetrics, ServerStats, SystemPoint, SystemRange } from '@fairwatch/contract';
import { sql, type Insertable } from 'kysely';
import type { Database, Schema } from '../schema/schema.ts';
import { isoTime } from '../../core/database/list-sql.ts';

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

const mean = (column: string) => sql`avg(${sql.id(column)}::float8)::bigint`;

/** Reads the samples of a range, aggregated per interval: levels as averages, flows as sums. */
export async function readSystem(db: Database, range: SystemRange): Promise<DashboardMetrics['system']> {
  const { seconds, stepSeconds } = ranges[range];
  const { rows } = await sql<SystemPoint>`
    select ${isoTime(sql`at`)} as at, memory, "ramUsed", "ramTotal", received, sent, uploaded, "diskFree", "diskTotal"
    from (
      select date_bin(${stepSeconds} * interval '1 second', sampled_at, 'epoch') as at,
        ${mean('memory')} as memory, ${mean('ram_used')} as "ramUsed", max(ram_total) as "ramTotal",
        sum(received)::bigint as received, sum(sent)::bigint as sent, sum(uploaded)::bigint as uploaded,
        ${mean('disk_free')} as "diskFree", max(disk_total) as "diskTotal"
      from system_samples where sampled_at > now() - ${seconds} * interval '1 second' group by 1
    ) as binned order by at`.execute(db);
  return { stepSeconds, points: rows };
}

/** Reads the latest sample; null before the first one. */
export async function readLatestSample(db: Database): Promise<ServerStats | null> {
  const { rows } = await sql<ServerStats>`
    select memory, ram_used as "ramUsed", ram_total as "ramTotal", received, sent, uploaded, disk_free as "diskFree",
      disk_total as "diskTotal"
    from system_samples order by sampled_at desc limit 1`.execute(db);
  return rows[0] ?? null;
}
