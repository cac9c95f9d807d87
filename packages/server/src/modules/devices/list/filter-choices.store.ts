import type { deviceFilterChoices, OutputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Scope } from '../../../shared/scope.ts';
import { nameInFull } from '../../../shared/shown-names.ts';

type Choices = OutputOf<typeof deviceFilterChoices>;

/** The maximum number of choices in a drop-down. */
const shown = 200;

/** The filter choices: app names of the devices in scope, and for a SUPER_ADMIN the admins with devices. */
export async function listFilterChoices(db: Database, scope: Scope): Promise<Choices> {
  if (!scope.allDevices) return { appNames: await assignedAppNames(db, scope), admins: [] };
  const [appNames, admins] = await Promise.all([allAppNames(db), listAdmins(db)]);
  return { appNames, admins };
}

/** Lists distinct names by a loose index scan: the recursive query jumps from name to name along `devices_app_name`, so its cost depends on the number of names, not of devices. */
async function allAppNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive names (name) as (
      select ${firstAppName(sql`true`)}
      union all
      select ${firstAppName(sql`app_name collate natural_order > names.name`)} from names where names.name is not null
    )
    select name from names where name is not null limit ${shown}`.execute(db);
  return rows.map(({ name }) => name);
}

function firstAppName(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select app_name from devices where left_at is null and ${where} order by app_name collate natural_order limit 1)`;
}

async function assignedAppNames(db: Database, { userId }: Scope): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select d.app_name as name from device_assignments a join devices d on d.id = a.device_id and d.left_at is null
    where a.user_id = ${userId} group by d.app_name order by d.app_name collate natural_order limit ${shown}`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

async function listAdmins(db: Database): Promise<Choices['admins']> {
  const { rows } = await sql<Choices['admins'][number]>`
    select u.id, ${nameInFull} as name from users u
    where exists (select from device_assignments a where a.user_id = u.id)
      and u.admin_role in ('ADMIN', 'SUPER_ADMIN')
    order by ${nameInFull} collate natural_order limit ${shown}`.execute(db);
  return rows;
}
