import type { WatchTarget } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { seesMembers } from '../../../shared/device-state/device-fields.ts';
import { shownName } from '../../../shared/shown-names.ts';
import { isTold } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';

/** A device whose location this admin may read now. */
export interface ReadableDevice {
  id: number;
  name: string;
}

/** True for present devices `d` of a target in the scope of an admin; none of a group that they do not see. */
function isTargeted(scope: Scope, target: WatchTarget): RawBuilder<boolean> {
  return sql`(d.left_at is null and ${inScope(scope, sql`d.id`)} and ${partOf(scope, target)})`;
}

function partOf(scope: Scope, target: WatchTarget): RawBuilder<boolean> {
  if (target.for === 'ALL') return sql`true`;
  if (target.for === 'DEVICE') return sql`d.id = ${target.deviceId}`;
  return sql`exists (select from group_devices gd join groups g on g.id = gd.group_id
    where gd.group_id = ${target.groupId} and gd.device_id = d.id and ${seesGroup(scope)} and ${seesMembers(scope)})`;
}

/**
 * Finds the devices of a target whose location this admin may read now, at most `most`, by name. Plan: the devices of the scope
 * (`device_assignments` by primary key) or of the group until there are `most`, each with what the disclosure policy reads.
 */
export async function findReadableDevices(
  db: Database,
  scope: Scope,
  { target, only, most }: { target: WatchTarget; only?: readonly number[]; most: number },
): Promise<ReadableDevice[]> {
  const { rows } = await sql<ReadableDevice>`
    select d.id, ${shownName} as name
    from (select d.* from devices d where ${isTargeted(scope, target)} and ${isTold({ admin: sql`${scope.userId}::bigint`, told: 'LOCATION', isInScope: sql`true` })}
      and ${only === undefined ? sql`true` : sql`d.id = any(${only}::bigint[])`}
      limit ${most}) as d
    order by name collate natural_order, d.id`.execute(db);
  return rows;
}

export async function countTargeted(db: Database, scope: Scope, target: WatchTarget): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from devices d where ${isTargeted(scope, target)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first `most` devices of a target, by id. */
export async function findTargetedIds(
  db: Database,
  scope: Scope,
  target: WatchTarget,
  most: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from devices d where ${isTargeted(scope, target)} order by d.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The name of a target's group or device; undefined when this admin does not see it, null for all devices. */
export async function findTargetName(
  db: Database,
  scope: Scope,
  target: WatchTarget,
): Promise<string | null | undefined> {
  if (target.for === 'ALL') return null;
  const query =
    target.for === 'GROUP'
      ? sql<{ name: string }>`select g.name from groups g where g.id = ${target.groupId} and ${seesGroup(scope)}`
      : sql<{ name: string }>`select ${shownName} as name from devices d
          where d.id = ${target.deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`;
  const { rows } = await query.execute(db);
  return rows[0]?.name;
}
