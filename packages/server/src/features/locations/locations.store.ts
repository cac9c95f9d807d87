import { locations } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { inScope } from '../../core/database/list-sql.ts';
import { rowTable } from '../../core/devices/rows/row-table.ts';
import type { Scope } from '../../core/scope.ts';

/** A device sends where it was lately; where it was before is still true. */
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

/** A point as it is stored. */
export interface StoredPoint {
  id: number;
  /** Milliseconds. */
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

/** More points than this are not even read: of a denser period every so-manieth. */
const mostRead = 50_000;

const columns = sql`id, (extract(epoch from local_date_time) * 1000)::bigint as at, latitude, longitude, accuracy,
  nickname, address, timezone`;

/** The points of a period in the order of time, and how many it has in all. */
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

/** Where the device was last, as far as it said. */
export async function readLatest(db: Database, scope: Scope, deviceId: number): Promise<StoredPoint | null> {
  const { rows } = await sql<StoredPoint>`
    select ${columns} from locations where ${ofDevice(scope, deviceId)}
    order by local_date_time desc, id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** How many points lie between each beginning and the next. */
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
