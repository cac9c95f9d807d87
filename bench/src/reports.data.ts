import type { Client } from 'pg';
import { asSeed } from './core/seed.ts';

const dayMs = 24 * 3_600_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
/** The Monday with which the last whole week began. */
export const monday = new Date(today - (7 + ((new Date(today).getUTCDay() + 6) % 7)) * dayMs);
/** One point every five minutes for a week. */
export const pointsPerDevice = 7 * 24 * 12;

/**
 * Gives every device a point every five minutes of a week: nights at home and days at work, both within the noise of GPS, drives between them and
 * a round at noon. Rows lie in the order in which an hour of each device arrived at a
 * time. Two zones for everybody lie around homes and work.
 */
export async function addWeek(client: Client): Promise<void> {
  await asSeed(client, ['locations', 'device_row_counts'], async () => {
    await client.query(
      `insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time, received_at)
       select d.id, 'point-' || n, '', 48 + d.id % 100 * 0.003 + way * 0.05 + noise.north, 16 + d.id % 70 * 0.004 + way * 0.07 + noise.east,
         5 + hashint8(d.id + n) & 31, 'Long Street ' || n % 200, 'Europe/Vienna', $1::timestamptz + n * interval '5 minutes', now()
       from generate_series(0, $2::int - 1) as n
       cross join devices d
       cross join lateral (
         select (n + d.id) % 288 as moment, (hashint8(d.id * 7919 + n) & 1023) * 2e-7 as north, (hashint8(d.id * 104729 + n) & 1023) * 2e-7 as east
       ) noise
       cross join lateral (
         -- A day: from home at eight, an hour of drive, a round at noon, and back at five.
         select case when moment < 96 then 0 when moment < 108 then (moment - 96) / 12.0 when moment < 144 then 1
           when moment < 150 then 1 + (moment - 144) / 20.0 when moment < 156 then 1.3 - (moment - 150) / 20.0
           when moment < 204 then 1 when moment < 216 then (216 - moment) / 12.0 else 0 end as way
       ) day
       order by n / 12, d.id, n`,
      [monday, pointsPerDevice],
    );
    await client.query(
      `insert into device_row_counts (device_id, kind, rows)
       select device_id, 'locations', count(*) from locations group by device_id
       on conflict (device_id, kind) do update set rows = excluded.rows`,
    );
    await client.query(`update devices set capabilities = array_append(capabilities, 'LOCATION')`);
  });
  await client.query(
    `insert into zones (name, colour, area, west, east, south, north, created_by)
     select name, 'blue', jsonb_build_object('shape', 'CIRCLE', 'latitude', y, 'longitude', x, 'radius', 10000), x - 0.16, x + 0.16, y - 0.1, y + 0.1,
       (select min(id) from users where admin_role = 'SUPER_ADMIN')
     from (values ('Homes', 48.15, 16.14), ('Work', 48.2, 16.21)) as z (name, y, x)`,
  );
}
