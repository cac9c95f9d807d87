import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { TimedPlace } from './movement.ts';

/** Consecutive points of one device, in the order of time; none when the part before was the last without knowing it. */
export interface TrackPart {
  deviceId: number;
  points: TimedPlace[];
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
      yield rows.map(({ deviceId, points, lastId }) => ({ deviceId, points: unpack(points), isLast: lastId === null }));
      open = rows.flatMap(({ deviceId, points, lastId }) =>
        lastId === null ? [] : [{ deviceId, after: microsAt(viewOf(points), points.length - 8), afterId: lastId }],
      );
    }
  }
}

/** Points of a device as 32 bytes each, one after the other: longitude, latitude, accuracy, time. */
interface PackedPoints {
  deviceId: number;
  points: Buffer;
  /** The id of the last point of a full page; null when there are no more. */
  lastId: number | null;
}

const pointBytes = 32;

/**
 * Reads at most `most` points of each device that has any, and of each that had a full page before. A row for each point would take several times as long to send and to parse. Plan: an index-only
 * scan of `locations_local_date_time` for each device, in its order.
 */
async function readPage(
  db: Database,
  scope: Scope,
  open: readonly Rest[],
  { to, most }: { to: Date; most: number },
): Promise<PackedPoints[]> {
  const { rows } = await sql<PackedPoints>`
    select asked.device_id as "deviceId", part.*
    from unnest(${open.map(({ deviceId }) => deviceId)}::bigint[], ${open.map(({ after }) => after)}::bigint[],
      ${open.map(({ afterId }) => afterId)}::bigint[]) as asked (device_id, after, after_id)
    cross join lateral (
      select coalesce(string_agg(circle_send(circle(point(l.longitude, l.latitude), l.accuracy)) || timestamptz_send(l.local_date_time), ''), '') as points,
        (array_agg(l.id))[${most}] as "lastId"
      from (
        select l.id, l.local_date_time, l.latitude, l.longitude, l.accuracy from locations l
        where l.device_id = asked.device_id and l.local_date_time < ${to}
          and (l.local_date_time, l.id) > (timestamptz 'epoch' + asked.after * interval '1 microsecond', asked.after_id)
        order by l.local_date_time, l.id limit ${most}
      ) as l
    ) as part
    where (part.points <> '' or asked.after_id > 0) and ${inScope(scope, sql`asked.device_id`)}`.execute(db);
  return rows;
}

function unpack(packed: Buffer): TimedPlace[] {
  const view = viewOf(packed);
  const points: TimedPlace[] = [];
  // There are millions of points: a callback for each showed in the profile.
  for (let start = 0; start < packed.length; start += pointBytes) {
    points.push({
      at: microsAt(view, start + 24) / 1000,
      latitude: view.getFloat64(start + 8),
      longitude: view.getFloat64(start),
      accuracy: view.getFloat64(start + 16),
    });
  }
  return points;
}

/** PostgreSQL counts from the year 2000. */
const epochMicros = Date.UTC(2000, 0, 1) * 1000;

/** Microseconds since 1970, which a JavaScript number holds exactly. */
function microsAt(view: DataView, start: number): number {
  return view.getInt32(start) * 2 ** 32 + view.getUint32(start + 4) + epochMicros;
}

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}
