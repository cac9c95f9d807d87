import type { accessLog, AccessLogEntry, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../schema/schema.ts';
import { all, containsPattern, isoTime } from '../../core/database/list-sql.ts';
import type { JsonPage } from '../../core/database/page.ts';
import type { Scope } from '../scope.ts';
import { inScope } from '../scope-sql.ts';
import { shownName } from '../shown-names.ts';

type AccessLogInput = ParsedInputOf<typeof accessLog>;

/** Replaces the device ids of an entry by "id name" for devices that still exist and that this admin has in scope. */
const deviceNames = (scope: Scope) => sql`(
  select coalesce(jsonb_agg(coalesce(number || ' ' || ${shownName}, number) order by place), '[]')
  from jsonb_array_elements_text(value) with ordinality as listed (number, place)
  left join devices d on d.left_at is null and d.id = case when number ~ '^[0-9]{1,18}$' then number::bigint end
    and ${inScope(scope, sql`d.id`)})`;
const afterWithNames = (scope: Scope) => sql`(
  select coalesce(jsonb_object_agg(key, case when key in ('assigned', 'removed') then ${deviceNames(scope)} else value end), '{}')
  from jsonb_each(e.after))`;

/**
 * Lists changes of access: all of them for a SUPER_ADMIN, otherwise the admin's own and those of accounts below them. Devices that the
 * admin does not have are numbers. Pages
 * are cut on the primary key of `access_entries`, which is also the order of time; the total is counted with the same
 * condition.
 */
export function listAccessLog(db: Database, scope: Scope, input: AccessLogInput): Promise<JsonPage> {
  const where = all([isInView(scope), ...conditionsOf(input)]);
  return selectLongListPage(
    db,
    {
      table: sql`access_entries e`,
      sources: sql`access_entries e`,
      fields: sql`e.id, ${isoTime(sql`e.recorded_at`)} as "recordedAt", e.actor_name as "actorName", e.action,
        e.account_id as "accountId", coalesce(nullif(e.account_name, ''), 'left-' || e.account_id) as "accountName",
        coalesce(e.before, '{}') as before, ${afterWithNames(scope)} as after, e.after is null as erased`,
      id: sql`e.id`,
      where,
      kept: sql`select count(*) from access_entries e where ${where}`,
      narrowed: null,
      // Ids follow the order of the chain, which is the order of time.
      sortBy: sql`e.id`,
      direction: input.sortDirection,
    },
    input,
  );
}

/** Returns the ids of the devices whose names a page shows, so that the reading is logged for them. */
export function namedDevices({ json }: JsonPage): number[] {
  const entries = JSON.parse(json) as AccessLogEntry[];
  const listed = entries.flatMap(({ after: { assigned = [], removed = [] } }) => [assigned, removed].flat());
  return listed.flatMap((device) => /^(\d+) /.exec(String(device))?.[1] ?? []).map(Number);
}

function isInView({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return sql`true`;
  return sql`(e.actor_id = ${userId} or e.account_id in (select accounts_below(${userId})))`;
}

function conditionsOf({ search, action, from, to }: AccessLogInput): RawBuilder<unknown>[] {
  const pattern = containsPattern(search);
  return [
    search === '' ? [] : sql`(e.actor_name ilike ${pattern} or e.account_name ilike ${pattern})`,
    action === undefined ? [] : sql`e.action = ${action}`,
    from === undefined ? [] : sql`e.recorded_at >= ${from}::timestamptz`,
    to === undefined ? [] : sql`e.recorded_at < ${to}::timestamptz`,
  ].flat();
}
