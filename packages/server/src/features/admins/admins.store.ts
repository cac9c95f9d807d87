import type { Admin, AdminDetail, adminList, adminSortFields, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { signsIn, unblockRefusal } from '../../core/access/standing.store.ts';
import { selectPage } from '../../core/database/page.ts';
import type { Database } from '../../core/database/schema.ts';
import { all, containsPattern, isoTime, orderDirection } from '../../core/database/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type AdminInput = ParsedInputOf<typeof adminList>;

const orders: Record<(typeof adminSortFields)[number], RawBuilder<unknown>> = {
  waiting: sql`(u.admin_role <> 'PENDING')`,
  id: sql`u.id`,
  username: sql`u.username collate natural_order`,
  email: sql`coalesce(u.email, '') collate natural_order`,
  adminStatus: sql`u.admin_role`,
};

const fieldsFor = (scope: Scope) => sql`
  u.id, u.username, u.nickname, coalesce(u.email, '') as email, u.admin_role as "adminStatus",
  coalesce((select s.username from users s where s.id = u.reports_to), '') as "reportsTo",
  u.blocked_at is not null as blocked, ${unblockRefusal(scope)} as "unblockRefusal",
  (select coalesce(sum(rows), 0)::int from list_counts where list = 'devices' and scope = u.id) as devices`;

/** True for the accounts this admin may know about: those below them, those who wait for anybody, and their own. */
function visible({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return signsIn;
  return sql`(${signsIn} and (u.id = ${userId} or u.id in (select accounts_below(${userId}))
    or (u.admin_role = 'PENDING' and u.reports_to is null)))`;
}

export function listAdmins(db: Database, scope: Scope, input: AdminInput): Promise<JsonPage> {
  const { search, sortBy, filter } = input;
  const direction = orderDirection(input.sortDirection);
  const where = all([
    visible(scope),
    ...(search === '' ? [] : [sql`u.search_text ilike ${containsPattern(search)}`]),
    ...(filter.adminStatus === undefined ? [] : [sql`u.admin_role = ${filter.adminStatus}`]),
  ]);
  return selectPage(
    db,
    {
      rows: sql`select ${fieldsFor(scope)} from users u where ${where} order by ${orders[sortBy]} ${direction}, u.id ${direction}`,
      total: sql`select count(*) from users u where ${where}`,
    },
    input,
  );
}

type AdminFacts = Admin & Pick<AdminDetail, 'createdAt' | 'reportsToId' | 'twoFactor' | 'passkeys'>;

/** Undefined when there is no such account that this admin may know about. */
export async function findAdmin(db: Database, scope: Scope, userId: number): Promise<AdminFacts | undefined> {
  const { rows } = await sql<AdminFacts>`
    select ${fieldsFor(scope)}, ${isoTime(sql`u.created_at`)} as "createdAt", u.reports_to as "reportsToId",
      exists (select from two_factor f where f.user_id = u.id and f.enabled_at is not null) as "twoFactor",
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
    from users u
    where u.id = ${userId} and ${visible(scope)}`.execute(db);
  return rows[0];
}
