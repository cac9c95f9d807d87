import type { Admin, AdminDetail, adminList, adminSortFields, ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { ownName } from '../../../shared/shown-names.ts';
import { signsIn, unblockRefusal } from '../../../shared/sessions/account-status.store.ts';
import { selectPage } from '../../../core/database/page.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { all, containsPattern, isoTime, orderDirection } from '../../../core/database/list-sql.ts';
import { folded } from '../../../core/database/text-search.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';

type AdminInput = ParsedInputOf<typeof adminList>;

const orders: Record<(typeof adminSortFields)[number], RawBuilder<unknown>> = {
  waiting: sql`(u.admin_role <> 'PENDING')`,
  id: sql`u.id`,
  username: sql`u.username collate natural_order`,
  email: sql`coalesce(u.email, '') collate natural_order`,
  adminStatus: sql`u.admin_role`,
};

const fieldsFor = (scope: Scope) => sql`
  u.id, u.username, u.nickname, ${ownName} as "displayName", coalesce(u.email, '') as email, u.admin_role as "adminStatus",
  coalesce((select s.username from users s where s.id = u.reports_to), '') as "reportsTo",
  u.blocked_at is not null as blocked, ${unblockRefusal(scope)} as "unblockRefusal",
  (select coalesce(sum(rows), 0)::int from list_counts where list = 'devices' and scope = u.id) as devices`;

/** True for accounts that this admin may see: their own, those below them, and pending accounts without a superior. */
function isVisible({ userId, allDevices }: Scope): RawBuilder<unknown> {
  if (allDevices) return signsIn;
  return sql`(${signsIn} and (u.id = ${userId} or u.id in (select accounts_below(${userId}))
    or (u.admin_role = 'PENDING' and u.reports_to is null)))`;
}

/**
 * The accounts that can sign in. Plan: the partial index `users_sign_in` bounds the rows to a few hundred, which are filtered and
 * sorted in memory; a search uses the trigram index `users_search`. The device counts come from `list_counts`, which the
 * triggers `device_assignments_count_new` and `_gone` maintain.
 */
export function listAdmins(db: Database, scope: Scope, input: AdminInput): Promise<JsonPage> {
  const { search, sortBy, filter } = input;
  const direction = orderDirection(input.sortDirection);
  const where = all([
    isVisible(scope),
    ...(search === '' ? [] : [sql`u.search_text like ${folded(containsPattern(search))}`]),
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

/** Finds a visible account. Undefined when there is none in this scope. */
export async function findAdmin(db: Database, scope: Scope, userId: number): Promise<AdminFacts | undefined> {
  const { rows } = await sql<AdminFacts>`
    select ${fieldsFor(scope)}, ${isoTime(sql`u.created_at`)} as "createdAt", u.reports_to as "reportsToId",
      exists (select from two_factor f where f.user_id = u.id and f.enabled_at is not null) as "twoFactor",
      (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
    from users u
    where u.id = ${userId} and ${isVisible(scope)}`.execute(db);
  return rows[0];
}
