import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';
import type { AppliedZone } from './movement.ts';

/**
 * Finds the zones of each device that this admin sees (their own; a SUPER_ADMIN all), as far as they are near its points of a period. Plan:
 * a range scan of `locations_local_date_time` gives the box around the points of each device; then `zones_of_admin`, compared box by box.
 */
export async function findAppliedZones(
  db: Database,
  scope: Scope,
  deviceIds: readonly number[],
  { from, to }: { from: Date; to: Date },
): Promise<ReadonlyMap<number, AppliedZone[]>> {
  const { rows: pairs } = await sql<{ deviceId: number; zoneIds: number[] }>`
    with spans as (
      select l.device_id, min(l.longitude) as west, max(l.longitude) as east, min(l.latitude) as south, max(l.latitude) as north
      from locations l
      where l.device_id = any(${deviceIds}::bigint[]) and ${inScope(scope, sql`l.device_id`)}
        and l.local_date_time >= ${from} and l.local_date_time < ${to}
      group by l.device_id
    )
    select s.device_id as "deviceId", json_agg(w.id) as "zoneIds"
    from spans s join zones w on w.west <= s.east and w.east >= s.west and w.south <= s.north and w.north >= s.south
      join users u on u.id = w.created_by
    where ${scope.allDevices ? sql`true` : sql`w.created_by = ${scope.userId}`} and ${isTargetOf(sql`s.device_id`)}
    group by s.device_id`.execute(db);
  const { rows: zones } = await sql<AppliedZone>`
    select id, name, area, west, east, south, north from zones where id = any(${[...new Set(pairs.flatMap(({ zoneIds }) => zoneIds))]}::bigint[])
    order by name collate natural_order, id`.execute(db);
  return new Map(
    pairs.map(({ deviceId, zoneIds }) => {
      const own = new Set(zoneIds);
      return [deviceId, zones.filter(({ id }) => own.has(id))];
    }),
  );
}
