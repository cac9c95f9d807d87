import type { createdTickets, ParsedInputOf, TicketCounts, TicketSide } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { selectPage } from '../../../core/database/page.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { all, containsPattern, orderDirection } from '../../../core/database/list-sql.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';
import { isAnswered, isMine, ticketFields, unreadOf } from './ticket-sql.ts';
import { folded } from '../../../core/database/text-search.ts';

type ListInput = ParsedInputOf<typeof createdTickets>;

const sides: Readonly<Record<TicketSide, (scope: Scope) => RawBuilder<boolean>>> = {
  MINE: isMine,
  SUBORDINATES: isAnswered,
};

const orders = {
  id: sql`t.id`,
  title: sql`lower(t.title)`,
  category: sql`t.category`,
  date: sql`t.id`,
  priority: sql`t.priority_rank`,
  status: sql`t.status_rank`,
};

/**
 * Lists the tickets of one side. Plan: a page walks the index of its sort order (`tickets_attention`, `tickets_by_…`); a
 * search uses the trigram index `tickets_search`. Author, device and newest message are subqueries that run for the
 * displayed rows only.
 */
export function listTickets(db: Database, scope: Scope, side: TicketSide, input: ListInput): Promise<JsonPage> {
  const where = all([sides[side](scope), ...narrowed(input, unreadOf[side])]);
  return selectPage(
    db,
    {
      rows: sql`select ${ticketFields(unreadOf[side])} from tickets t where ${where} order by ${orderOf(side, input)}`,
      total: sql`select count(*) from tickets t where ${where}`,
    },
    input,
  );
}

function orderOf(side: TicketSide, { sortBy, sortDirection }: ListInput): RawBuilder<unknown> {
  const direction = orderDirection(sortDirection);
  if (sortBy !== 'attention') return sql`${orders[sortBy]} ${direction}, t.id ${direction}`;
  const opposite = orderDirection(sortDirection === 'asc' ? 'desc' : 'asc');
  // The order of the index `tickets_attention`: unread first, then open ones, then the most urgent, then the oldest.
  return sql`(${unreadOf[side]} = 0) ${direction}, (not t.ongoing) ${direction}, t.priority_rank ${opposite},
    t.id ${direction}`;
}

function narrowed({ search, filter }: ListInput, unread: RawBuilder<number>): RawBuilder<unknown>[] {
  const { status, priority, category, unread: isUnread, ongoing } = filter;
  return [
    search === '' ? [] : matchesSearch(search),
    status === undefined ? [] : sql`t.status = ${status}`,
    priority === undefined ? [] : sql`t.priority = ${priority}`,
    category === undefined ? [] : sql`t.category = ${category}`,
    isUnread === undefined ? [] : sql`(${unread} > 0) = ${isUnread}::boolean`,
    ongoing === undefined ? [] : sql`t.ongoing = ${ongoing}::boolean`,
  ].flat();
}

/** Matches text anywhere, or the ticket's number: `12` or `#12`. */
function matchesSearch(search: string): RawBuilder<unknown> {
  const id = /^#?(\d{1,15})$/.exec(search)?.[1];
  const pattern = folded(containsPattern(search));
  const words = sql`(t.search_text ilike ${containsPattern(search)}
    or t.opened_by in (select id from users where search_text like ${pattern}
      and found_by(username || E'\\n' || nickname || E'\\n' || display_name) like ${pattern}))`;
  return id === undefined ? words : sql`(${words} or t.id = ${id}::bigint)`;
}

/** Counts the open and the unread tickets of one side, by the partial index `tickets_counted`. */
export async function countTickets(
  db: Database,
  scope: Scope,
  side: TicketSide,
): Promise<NonNullable<TicketCounts['mine']>> {
  const { rows } = await sql<{ open: number; unread: number }>`
    select count(*) filter (where t.ongoing)::int as open, count(*) filter (where ${unreadOf[side]} > 0)::int as unread
    from tickets t where ${sides[side](scope)} and (t.ongoing or ${unreadOf[side]} > 0)`.execute(db);
  return rows[0] ?? { open: 0, unread: 0 };
}

/** Finds the name of the account that opened a ticket, for the log. */
export async function findOpener(db: Database, openedBy: number): Promise<string> {
  const { rows } = await sql<{ username: string }>`select username from users where id = ${openedBy}`.execute(db);
  return rows[0]?.username ?? '';
}
