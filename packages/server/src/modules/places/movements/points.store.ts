import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { unpackPoints, type PackedPoints } from './packed-points.ts';

/** Consecutive points of one device, in the order of time; none when the part before was the last without knowing it. */
export interface TrackPart {
  deviceId: number;
  points: PackedPoints;
  /** False when more points of this device follow. */
  isLast: boolean;
}

export interface Period {
  from: Date;
  to: Date;
}

/** Points in one page at most, and devices that share one. */
const pageSize = 20_000;
const devicesPerPage = 8;

/** A device whose points after this one were not read yet. */
interface Rest {
  deviceId: number;
  /** Microseconds since 1970. */
  after: number;
  afterId: number;
}

/**
 * Reads the points of these devices in a period in pages. Devices with few points share a page, one with many has several, so the memory does
 * not grow with the period.
 */
export async function* readPointsOf(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  { from, to }: Period,
): AsyncGenerator<TrackPart[]> {
  for (let place = 0; place < deviceIds.length; place += devicesPerPage) {
    let open: Rest[] = deviceIds
      .slice(place, place + devicesPerPage)
      .map((deviceId) => ({ deviceId, after: from.getTime() * 1000, afterId: 0 }));
    while (open.length > 0) {
      const most = Math.floor(pageSize / open.length);
      const rows = await readPage(db, scope, open, { to, most });
      const parts = rows.map(({ deviceId, packed, lastId }) => ({ deviceId, points: unpackPoints(packed), lastId }));
      yield parts.map(({ deviceId, points, lastId }) => ({ deviceId, points, isLast: lastId === null }));
      open = parts.flatMap(({ deviceId, points, lastId }) =>
        lastId === null ? [] : [{ deviceId, after: points.lastMicros(), afterId: lastId }],
      );
    }
  }
}

interface PageRow {
  deviceId: number;
  /** Base64, which both sides convert in less time than the hexadecimal digits of `bytea`. */
  packed: string;
  /** The id of the last point of a full page; null when there are no more. */
  lastId: number | null;
}

/**
 * Reads at most `most` points of each device that has any, and of each that had a full page before. A row for each point would take several times as long to send and to parse. Plan: an index-only
 * scan of `locations_local_date_time` for each device, in its order.
 */
async function readPage(
  db: Database,
  scope: Scope,
  open: readonly Rest[],
  { to, most }: { to: Date; most: number },
): Promise<PageRow[]> {
  const { rows } = await sql<PageRow>`
    select asked.device_id as "deviceId", part.*
    from unnest(${open.map(({ deviceId }) => deviceId)}::bigint[], ${open.map(({ after }) => after)}::bigint[],
      ${open.map(({ afterId }) => afterId)}::bigint[]) as asked (device_id, after, after_id)
    cross join lateral (
      select coalesce(encode(string_agg(circle_send(circle(point(l.longitude, l.latitude), l.accuracy)) || timestamptz_send(l.local_date_time), ''), 'base64'), '') as packed,
        (array_agg(l.id))[${most}] as "lastId"
      from (
        select l.id, l.local_date_time, l.latitude, l.longitude, l.accuracy from locations l
        where l.device_id = asked.device_id and l.local_date_time < ${to}
          and (l.local_date_time, l.id) > (timestamptz 'epoch' + asked.after * interval '1 microsecond', asked.after_id)
        order by l.local_date_time, l.id limit ${most}
      ) as l
    ) as part
    where (part.packed <> '' or asked.after_id > 0) and ${inScope(scope, sql`asked.device_id`)}`.execute(db);
  return rows;
}
