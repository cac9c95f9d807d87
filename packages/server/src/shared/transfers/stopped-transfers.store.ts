import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Finds which of these devices have left, and which of these commands were cancelled or expired, by their primary keys. */
export async function findStopped(
  db: Database,
  { deviceIds, commandIds }: { deviceIds: readonly number[]; commandIds: readonly number[] },
): Promise<{ left: Set<number>; cancelled: Set<number> }> {
  const { rows } = await sql<{ deviceId: number | null; commandId: number | null }>`
    select a.id as "deviceId", null::bigint as "commandId" from unnest(${deviceIds}::bigint[]) as a (id)
    where not exists (select from devices d where d.id = a.id and d.left_at is null)
    union all
    select null, id from commands where id = any(${commandIds}::bigint[]) and step in ('CANCELLED', 'EXPIRED')`.execute(
    db,
  );
  return {
    left: new Set(rows.flatMap(({ deviceId }) => deviceId ?? [])),
    cancelled: new Set(rows.flatMap(({ commandId }) => commandId ?? [])),
  };
}
