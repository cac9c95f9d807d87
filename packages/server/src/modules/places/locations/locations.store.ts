import { locations } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import { rowTable } from '../../../shared/device-rows/row-table.ts';
import type { Scope } from '../../../shared/scope.ts';

/** The row table of locations. A device sends recent points only, so older rows are kept when they are not sent again. */
export const locationsTable = rowTable(
  locations,
  {
    nickname: 'text',
    latitude: 'double precision',
    longitude: 'double precision',
    accuracy: 'double precision',
    address: 'text',
    timezone: 'text',
    localDateTime: 'timestamptz',
  },
  { keepsUnsent: true },
);

/** A stored point. */
export interface StoredPoint {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  latitude: number;
  longitude: number;
  accuracy: number;
  nickname: string;
  address: string;
  timezone: string;
}

interface Period {
  from: string;
  to: string;
}

/** The maximum number of points that are read. A denser period is sampled evenly. */
const mostRead = 50_000;

const columns = sql`id, (extract(epoch from local_date_time) * 1000)::bigint as at, latitude, longitude, accuracy,
  nickname, address, timezone`;

/**
 * The points of a period in order of time, and their total. Plan: a range scan of `locations_local_date_time`, whose order also serves
 * the window functions; the first and last points are always included.
 */
export async function readPoints(
  db: Database,
  scope: Scope,
  deviceId: number,
  { from, to }: Period,
): Promise<{ points: StoredPoint[]; total: number }> {
  const { rows } = await sql<StoredPoint & { total: number }>`
    with numbered as (
      select ${columns}, row_number() over (order by local_date_time, id) as place, count(*) over () as total
      from locations
      where ${ofDevice(scope, deviceId)} and local_date_time >= ${from}::timestamptz and local_date_time < ${to}::timestamptz
    )
    select * from numbered
    where place in (1, total) or place % greatest(1, ceil(total::numeric / ${mostRead})::int) = 0
    order by place`.execute(db);
  return { points: rows, total: rows[0]?.total ?? 0 };
}

/** The newest point of a device. Plan: the last entry of `locations_local_date_time`. */
export async function readLatest(db: Database, scope: Scope, deviceId: number): Promise<StoredPoint | null> {
  const { rows } = await sql<StoredPoint>`
    select ${columns} from locations where ${ofDevice(scope, deviceId)}
    order by local_date_time desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Counts the points between each beginning and the next. Plan: one range scan of `locations_local_date_time`. */
export async function countPoints(
  db: Database,
  scope: Scope,
  deviceId: number,
  beginnings: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ place: number; points: number }>`
    select width_bucket(local_date_time, ${beginnings}::timestamptz[]) as place, count(*) as points
    from locations
    where ${ofDevice(scope, deviceId)} and local_date_time >= ${beginnings[0]}::timestamptz
      and local_date_time < ${beginnings.at(-1)}::timestamptz
    group by place`.execute(db);
  const counts = new Map(rows.map(({ place, points }) => [place, points]));
  return beginnings.slice(1).map((_, place) => counts.get(place + 1) ?? 0);
}

function ofDevice(scope: Scope, deviceId: number): RawBuilder<unknown> {
  return sql`device_id = ${deviceId} and ${inScope(scope, sql`device_id`)}`;
}
