import type { Client } from 'pg';
import { asSeed } from '../core/seed.ts';

/**
 * Gives every device a position in Europe, and ten older ones. Half of the devices are in a hundred towns, the others anywhere, so that a map
 * has large clusters and single points. What triggers would have counted is counted once.
 */
export async function addPositions(client: Client): Promise<void> {
  await asSeed(client, ['locations', 'device_row_counts'], async () => {
    await client.query(
      `insert into locations (device_id, key, nickname, latitude, longitude, accuracy, address, timezone, local_date_time, received_at)
       select d.id, 'point-' || n, '', place.latitude + n * 0.0002, place.longitude, 5 + d.id % 40, 'Long Street ' || n, 'Europe/Vienna',
         now() - (d.id % 3000 + n * 10) * interval '1 minute', now() - interval '1 hour'
       from devices d
       cross join lateral (
         select case when d.id % 2 = 0 then 40 + hashint8(d.id % 100)::bigint % 1000 / 70.0 else 40 + hashint8(d.id)::bigint % 1000 / 70.0 end
             + (hashint8(d.id + 1)::bigint % 1000) / 20000.0 as latitude,
           case when d.id % 2 = 0 then 10 + hashint8(d.id % 100 + 7)::bigint % 1000 / 60.0 else 10 + hashint8(d.id + 7)::bigint % 1000 / 60.0 end
             + (hashint8(d.id + 2)::bigint % 1000) / 20000.0 as longitude
       ) place
       cross join generate_series(0, 10) as n`,
    );
    await client.query(
      `insert into device_row_counts (device_id, kind, rows)
       select device_id, 'locations', count(*) from locations group by device_id
       on conflict (device_id, kind) do update set rows = excluded.rows`,
    );
    await client.query(`update devices set capabilities = array_append(capabilities, 'LOCATION')`);
  });
}
