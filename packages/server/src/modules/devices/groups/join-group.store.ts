import { sql } from 'kysely';
import { hasInScope } from '../../../shared/disclosure/disclosure-sql.ts';
import type { Database } from '../../../shared/schema/schema.ts';

/**
 * Puts a device that has just joined into the group of its passcode, in the transaction that enrols it. Returns the group's name; null when
 * the group has a rule meanwhile, or its owner does not have the device in their scope, which every member of a group must be: it then joins
 * without the group.
 */
export async function joinGroup(db: Database, deviceId: number, groupId: number): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    with chosen as (
      select g.id, g.name from groups g join users u on u.id = g.owner_id
      where g.id = ${groupId} and g.rule is null and ${hasInScope(sql`u`, sql`${deviceId}::bigint`)}
    ), inserted as (
      insert into group_devices (group_id, device_id) select id, ${deviceId}::bigint from chosen
    )
    select name from chosen`.execute(db);
  return rows[0]?.name ?? null;
}
