import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { inScope, seesGroup } from '../../../shared/scope-sql.ts';
import type { Scope } from '../../../shared/scope.ts';

/** True when this admin sees the group, which is kept from being deleted until the transaction ends. */
export async function keepVisibleGroup(db: Database, scope: Scope, groupId: number): Promise<boolean> {
  const { rows } = await sql`
    select from groups g where g.id = ${groupId} and ${seesGroup(scope)} for key share`.execute(db);
  return rows.length > 0;
}

/** True when this admin has the device in their scope. */
export async function isDeviceInScope(db: Database, scope: Scope, deviceId: number): Promise<boolean> {
  const { rows } = await sql`
    select from devices d where d.id = ${deviceId} and d.left_at is null and ${inScope(scope, sql`d.id`)}`.execute(db);
  return rows.length > 0;
}
