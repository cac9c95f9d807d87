import type { accessLog, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectLongListPage } from '../../core/database/long-list.ts';
import type { Database } from '../../core/database/schema.ts';
import { all, containsPattern, isoTime } from '../../core/database/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type AccessLogInput = ParsedInputOf<typeof accessLog>;

/** Changes of access: all of them for a SUPER_ADMIN, else one's own and those of the accounts below. */
export function listAccessLog(db: Database, scope: Scope, input: AccessLogInput): Promise<JsonPage> {
  const where = all([inView(scope), ...chosen(input)]);
  return selectLongListPage(
    db,
    {
      table: sql`access_entries e`,
      sources: sql`access_entries e`,
      fields: sql`e.id, ${isoTime(sql`e.recorded_at`)} as "recordedAt", e.actor_name as "actorName", e.action,
        e.account_id as "accountId", e.account_name as "accountName", e.before, e.after`,
      id: sql`e.id`,
      where,
      kept: sql`select count(*) from access_entries e where ${where}`,
      narrowed: null,
      // Its place in the chain is the order of time, too.
      sortBy: sql`e.id`,
      direction: input.sortDirection,
    },
    input,
  );
}

function inView({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return sql`true`;
  return sql`(e.actor_id = ${userId} or e.account_id in (select accounts_below(${userId})))`;
}

function chosen({ search, action, from, to }: AccessLogInput): RawBuilder<unknown>[] {
  const pattern = containsPattern(search);
  return [
    search === '' ? [] : sql`(e.actor_name ilike ${pattern} or e.account_name ilike ${pattern})`,
    action === undefined ? [] : sql`e.action = ${action}`,
    from === undefined ? [] : sql`e.recorded_at >= ${from}::timestamptz`,
    to === undefined ? [] : sql`e.recorded_at < ${to}::timestamptz`,
  ].flat();
}
