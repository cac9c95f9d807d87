import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';
import { isTargetOf } from '../watches/target-sql.ts';
import type { Occurred } from './alerts.store.ts';

const hasAppRules = sql`exists (select from alert_rules where is_on and event in ('APP_APPEARED', 'APP_GONE'))`;

/** An app of a device before an Update. */
export interface KnownApp {
  deviceId: number;
  name: string;
  packageName: string;
}

/**
 * Reads the apps of these devices before an Update, as long as some rule wants to hear of changes. A device without stored apps is left out: with its
 * first Update nothing has appeared.
 */
export async function readKnownApps(db: Database, deviceIds: readonly number[]): Promise<KnownApp[]> {
  const { rows } = await sql<KnownApp>`
    select device_id as "deviceId", name, package_name as "packageName" from apps
    where device_id = any(${deviceIds}::bigint[]) and ${hasAppRules}`.execute(db);
  return rows;
}

/** Notes which apps appeared and which went since `before` was read, in the transaction of the Update. */
export async function noteAppChanges(transaction: Database, before: readonly KnownApp[]): Promise<void> {
  if (before.length === 0) return;
  await sql`
    with known as (
      select * from unnest(${before.map(({ deviceId }) => deviceId)}::bigint[], ${before.map(({ name }) => name)}::text[],
        ${before.map(({ packageName }) => packageName)}::text[]) as known (device_id, name, package_name)
    ), now as (
      select a.device_id, a.name, a.package_name from apps a where a.device_id in (select device_id from known)
    )
    insert into app_changes (device_id, gone, name, package_name)
    select coalesce(now.device_id, known.device_id), now.device_id is null, coalesce(now.name, known.name),
      coalesce(now.package_name, known.package_name)
    from known full join now on now.device_id = known.device_id and now.package_name = known.package_name
    where now.device_id is null or known.device_id is null`.execute(transaction);
}

/**
 * Takes the changes of which the rules have not heard yet, and returns those that rules are about. The alerts are stored in the same transaction, so that
 * none is lost or told twice.
 */
export async function takeAppChanges(transaction: Database, ruleIds: readonly number[]): Promise<Occurred[]> {
  const { rows } = await sql<Occurred>`
    with taken as materialized (delete from app_changes where id in (
      select id from app_changes order by id limit 10000 for update skip locked) returning *)
    select w.id as "ruleId", c.device_id as "deviceId", c.name as about, 'app ' || c.id as occurrence, c.changed_at as at
    from taken c join alert_rules w on w.id = any(${ruleIds}::bigint[])
      and w.event = case when c.gone then 'APP_GONE' else 'APP_APPEARED' end and c.changed_at >= w.on_since
      join users u on u.id = w.created_by
    where ${isTargetOf(sql`c.device_id`)} and (w.condition ->> 'app' is null
      or position(lower(w.condition ->> 'app') in lower(c.name)) > 0
      or position(lower(w.condition ->> 'app') in lower(c.package_name)) > 0)
    order by c.id`.execute(transaction);
  return rows;
}
