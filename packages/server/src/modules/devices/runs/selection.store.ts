import { limits, type DeviceSelection } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { AppError } from '../../../core/app-error.ts';
import { isInGroup, isListed } from '../../../shared/device-state/device-list.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';

/** One more than an action may have, so that a caller can tell too many from just enough (`limits.run.devices`). */
const selectedAtMost = limits.run.devices + 1;

/**
 * Resolves a selection to the ids of present devices in scope, in ascending order. Named devices that have left or are outside the
 * scope are left out. A search selects what the device list shows to this admin. Throws `group_not_found` for a group that the admin does not see, and `not_allowed` for a filter by admin, unless
 * a SUPER_ADMIN asks.
 */
export async function resolveSelection(db: Database, scope: Scope, selection: DeviceSelection): Promise<number[]> {
  if (selection.by === 'GROUP' && !(await seesGroupOf(db, scope, selection.groupId))) {
    throw new AppError('group_not_found');
  }
  const { rows } = await sql<{ id: number }>`
    select d.id from devices d where ${isSelected(scope, selection)}
    order by d.id limit ${selectedAtMost}`.execute(db);
  return rows.map(({ id }) => id);
}

function isSelected(scope: Scope, selection: DeviceSelection): RawBuilder<unknown> {
  if (selection.by === 'MATCHING') return isListed(scope, selection);
  const present = sql`d.left_at is null and ${inScope(scope, sql`d.id`)}`;
  if (selection.by === 'GROUP') return sql`${present} and ${isInGroup(scope, selection.groupId)}`;
  return sql`${present} and d.id = any(${selection.deviceIds}::bigint[])`;
}

async function seesGroupOf(db: Database, scope: Scope, groupId: number): Promise<boolean> {
  const { rows } = await sql`select from groups g where g.id = ${groupId} and ${seesGroup(scope)}`.execute(db);
  return rows.length > 0;
}
