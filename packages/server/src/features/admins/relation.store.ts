import { sql } from 'kysely';
import { isBelow, type Standing } from '../../core/access/standing.store.ts';
import { inScope } from '../../core/database/list-sql.ts';
import type { Database } from '../../core/database/schema.ts';
import { scopeOf } from '../../core/scope.ts';
import type { Judged } from './authority.ts';

/** How one account stands to another: what the rules need beyond the two themselves. */
export async function findRelation(
  db: Database,
  actor: Standing,
  target: Standing,
): Promise<Pick<Judged, 'below' | 'devicesBeyond'>> {
  return {
    below: await isBelow(db, target.id, actor.id),
    devicesBeyond: await countDevicesBeyond(db, actor, target),
  };
}

async function countDevicesBeyond(db: Database, actor: Standing, target: Standing): Promise<number> {
  const scope = scopeOf({ userId: actor.id, adminRole: actor.adminRole });
  if (scope.allDevices) return 0;
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from device_assignments held join devices d on d.id = held.device_id
    where held.user_id = ${target.id} and d.left_at is null and not ${inScope(scope, sql`held.device_id`)}`.execute(db);
  return rows[0]?.amount ?? 0;
}

/** The devices assigned to an account that have not left. */
export async function listAssignedIds(db: Database, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from device_assignments a join devices d on d.id = a.device_id
    where a.user_id = ${userId} and d.left_at is null order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}
