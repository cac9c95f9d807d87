import { sql } from 'kysely';
import type { Database } from '../../../shared/schema/schema.ts';
import { isTargetOf } from '../../../shared/watches/target-sql.ts';
import type { Occurred } from './alerts.store.ts';

/**
 * Takes the changes that have not been matched with the rules yet, and returns those that rules are about. The alerts are stored in the same transaction, so that
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
