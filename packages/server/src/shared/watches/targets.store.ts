import type { WatchTarget } from '@fairwatch/contract';
import { sql } from 'kysely';
import { AppError } from '../../core/app-error.ts';
import type { Database } from '../schema/schema.ts';
import { inScope, seesGroup } from '../scope-sql.ts';
import type { Scope } from '../scope.ts';

/**
 * Throws when the creator of a watch does not see its group, or does not have its device. A group cannot be deleted before the end of the
 * transaction; with `keepDevice` the person of a device cannot leave before it either.
 */
export async function requireTarget(
  db: Database,
  creator: Scope,
  target: WatchTarget,
  { keepDevice = false }: { keepDevice?: boolean } = {},
): Promise<void> {
  if (target.for === 'GROUP') {
    const { rows } = await sql`
      select from groups g where g.id = ${target.groupId} and ${seesGroup(creator)} for key share`.execute(db);
    if (rows.length === 0) throw new AppError('group_not_found');
  }
  if (target.for === 'DEVICE') {
    const { rows } = await sql`
      select from devices d where d.id = ${target.deviceId} and d.left_at is null and ${inScope(creator, sql`d.id`)}
      ${keepDevice ? sql`for share` : sql``}`.execute(db);
    if (rows.length === 0) throw new AppError('device_not_found');
  }
}
