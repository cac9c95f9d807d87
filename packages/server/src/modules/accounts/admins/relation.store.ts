import { sql } from 'kysely';
import { isBelow, type AccountStatus } from '../../../shared/sessions/account-status.store.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { RuleInput } from './account-rules.ts';

/** The accounts of a change, and its transaction. */
export interface Parties {
  transaction: Database;
  actor: AccountStatus;
  target: AccountStatus;
}

/** Reads the facts about two accounts that the rules need beyond the accounts themselves. */
export async function findRelation(
  db: Database,
  actor: AccountStatus,
  target: AccountStatus,
): Promise<Pick<RuleInput, 'below' | 'devicesBeyond'>> {
  return {
    below: await isBelow(db, target.id, actor.id),
    devicesBeyond: await countDevicesBeyond(db, actor, target),
  };
}

async function countDevicesBeyond(db: Database, actor: AccountStatus, target: AccountStatus): Promise<number> {
  const scope = scopeOf({ userId: actor.id, adminRole: actor.adminRole });
  if (scope.allDevices) return 0;
  const { rows } = await sql<{ amount: number }>`
    select count(*)::int as amount from device_assignments held join devices d on d.id = held.device_id
    where held.user_id = ${target.id} and d.left_at is null and not ${inScope(scope, sql`held.device_id`)}`.execute(db);
  return rows[0]?.amount ?? 0;
}

/** The ids of the present devices that are assigned to an account. */
export async function listAssignedIds(db: Database, userId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.id from device_assignments a join devices d on d.id = a.device_id
    where a.user_id = ${userId} and d.left_at is null order by d.id`.execute(db);
  return rows.map(({ id }) => id);
}
