import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { TimedPlace } from './movement.ts';

export interface DevicePoint extends TimedPlace {
  deviceId: number;
}

interface Period {
  from: Date;
  to: Date;
}

/** Points in one page. Two of them are in memory at most, while the next is read. */
const pageSize = 20_000;

/** Counts the points of each of these devices in a period. Plan: a range scan of `locations_local_date_time` for each device. */
async function countPointsOf(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  { from, to }: Period,
): Promise<{ deviceId: number; points: number }[]> {
  const { rows } = await sql<{ deviceId: number; points: number }>`
    select concerned.id as "deviceId", counted.points::int as points
    from unnest(${deviceIds}::bigint[]) as concerned (id) cross join lateral (
      select count(*) as points from locations l
      where l.device_id = concerned.id and l.local_date_time >= ${from} and l.local_date_time < ${to}) as counted
    where counted.points > 0 and ${inScope(scope, sql`concerned.id`)}
    order by concerned.id`.execute(db);
  return rows;
}

/**
 * Reads the points of these devices in a period in pages: those of a device follow each other in the order of time. Devices with few points
 * share a page, one with many has several, so the memory does not grow with the period.
 */
export async function* readPointsOf(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  period: Period,
): AsyncGenerator<{ deviceIds: readonly number[]; points: DevicePoint[] }> {
  for (const batch of batchesOf(await countPointsOf(db, scope, deviceIds, period))) {
    let after: PointKey | null = null;
    do {
      const page: KeyedPoint[] = await readPage(db, scope, batch, { ...period, after });
      yield { deviceIds: batch, points: page };
      after = page.length < pageSize ? null : (page.at(-1) ?? null);
    } while (after !== null);
  }
}

/** Groups devices in their order, so that a group fits into a page. A device with more points is a group of its own. */
function batchesOf(counts: readonly { deviceId: number; points: number }[]): number[][] {
  const batches: number[][] = [];
  let room = 0;
  for (const { deviceId, points } of counts) {
    // One less than a page, so that a page of several devices is never taken for a full one.
    if (points >= room) {
      batches.push([]);
      room = pageSize;
    }
    batches.at(-1)?.push(deviceId);
    room -= points;
  }
  return batches;
}

interface PointKey {
  deviceId: number;
  micros: number;
  id: number;
}
type KeyedPoint = DevicePoint & PointKey;

/** Plan: a range scan of `locations_local_date_time` from the key of the page before; for several devices a sort of one page. */
async function readPage(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  { from, to, after }: Period & { after: PointKey | null },
): Promise<KeyedPoint[]> {
  const isNext =
    after === null
      ? sql`true`
      : sql`(l.local_date_time, l.id) > (timestamptz 'epoch' + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::bigint)`;
  const { rows } = await sql<Omit<KeyedPoint, 'at'>>`
    select l.device_id as "deviceId", l.id, (extract(epoch from l.local_date_time) * 1000000)::bigint as micros, l.latitude, l.longitude,
      l.accuracy
    from locations l
    where l.device_id = any(${deviceIds}::bigint[]) and ${inScope(scope, sql`l.device_id`)}
      and l.local_date_time >= ${from} and l.local_date_time < ${to} and ${isNext}
    order by l.device_id, l.local_date_time, l.id limit ${pageSize}`.execute(db);
  return rows.map((row) => Object.assign(row, { at: row.micros / 1000 }));
}
