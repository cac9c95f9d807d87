import type { Box } from '@fairwatch/contract';
import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';
import type { AppliedZone } from './movement.ts';

/** A device, and the box around the points of it that matter. */
export interface DeviceSpan extends Box {
  deviceId: number;
}

/**
 * Finds the zones of each device that this admin sees (their own; a SUPER_ADMIN all), as far as they touch its span. Plan: the spans, compared
 * box by box with `zones_of_admin`.
 */
export async function findAppliedZones(
  db: Database,
  scope: Scope,
  spans: readonly DeviceSpan[],
): Promise<ReadonlyMap<number, AppliedZone[]>> {
  const { rows: pairs } = await sql<{ deviceId: number; zoneIds: number[] }>`
    select s.device_id as "deviceId", json_agg(w.id) as "zoneIds"
    from unnest(${spans.map(({ deviceId }) => deviceId)}::bigint[], ${spans.map(({ west }) => west)}::float8[],
        ${spans.map(({ east }) => east)}::float8[], ${spans.map(({ south }) => south)}::float8[],
        ${spans.map(({ north }) => north)}::float8[]) as s (device_id, west, east, south, north)
      join zones w on w.west <= s.east and w.east >= s.west and w.south <= s.north and w.north >= s.south
      join users u on u.id = w.created_by
    where ${scope.allDevices ? sql`true` : sql`w.created_by = ${scope.userId}`} and ${inScope(scope, sql`s.device_id`)}
      and ${isTargetOf(sql`s.device_id`)}
    group by s.device_id`.execute(db);
  if (pairs.length === 0) return new Map();
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
