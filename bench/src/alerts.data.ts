import type { Client } from 'pg';

export const zoneCount = 1000;
/** Zones lie side by side like this, so that devices which wander cross their borders again and again. */
const columns = 40;
const spacing = 0.02;
const [south, west] = [52, 13];
const radius = 400;

/** How far a device goes from one point to the next at most, in degrees: about ten metres. */
const stride = 0.0002;

/** Inserts zones with a rule each, for all devices; the rules are off. */
export async function insertZones(client: Client): Promise<void> {
  await client.query(
    `with made as (
       insert into zones (name, colour, area, west, east, south, north, created_by)
       select 'Zone ' || n, 'blue', jsonb_build_object('shape', 'CIRCLE', 'latitude', y, 'longitude', x, 'radius', $2::int),
         x - 0.01, x + 0.01, y - 0.01, y + 0.01, (select min(id) from users where admin_role = 'SUPER_ADMIN')
       from generate_series(0, $1::int - 1) as n
         cross join lateral (select $3::float + (n / $5::int) * $6::float as y, $4::float + (n % $5::int) * $6::float as x) as place
       returning id, created_by
     ), rules as (
       insert into alert_rules (name, purpose, event, condition, capability, zone_id, created_by, by_mail, is_on, on_since)
       select 'Rule', 'Bench', 'ENTERS_ZONE', jsonb_build_object('on', 'ENTERS_ZONE', 'zoneId', id, 'hours', null), 'LOCATION', id,
         created_by, false, false, now() - interval '1 day' from made returning id, created_by
     )
     insert into alert_recipients (rule_id, user_id) select id, created_by from rules`,
    [zoneCount, radius, south, west, columns, spacing],
  );
}

export async function switchRules(client: Client, on: boolean): Promise<void> {
  await client.query('update alert_rules set is_on = $1, changed_at = clock_timestamp()', [on]);
}

/** A row of locations: its key, then its fields in the order of the columns. */
type PositionRow = readonly [key: string, ...values: unknown[]];
export interface DevicePositions {
  deviceId: number;
  rows: PositionRow[];
}

/** A part of the way from one zone to the next. */
const anywhere = () => Math.random() * spacing;

/** Devices that wander over the zones. Each step has the next points of all of them, one after the other in time. */
export function walk(deviceIds: readonly number[], pointsPerDevice: number) {
  const places = deviceIds.map((_, n) => ({
    y: south + ((n * 7) % 25) * spacing + anywhere(),
    x: west + (n % columns) * spacing + anywhere(),
  }));
  // In the past, since the points are a tenth of a second apart and come faster.
  let at = Date.now() - 600_000;
  let count = 0;
  function nextRow(device: number): PositionRow {
    count += 1;
    const place = places[device] ?? { y: south, x: west };
    place.y += (Math.random() - 0.5) * stride;
    place.x += (Math.random() - 0.5) * stride;
    return [`point ${count}`, '', place.y, place.x, 10, '', 'UTC', new Date(at).toISOString()];
  }
  return {
    next(): { value: DevicePositions[] } {
      const value = deviceIds.map((deviceId) => ({ deviceId, rows: [] as PositionRow[] }));
      for (let point = 0; point < pointsPerDevice; point += 1) {
        at += 100;
        for (const [place, device] of value.entries()) device.rows.push(nextRow(place));
      }
      return { value };
    },
    latest: () => new Date(at),
  };
}
