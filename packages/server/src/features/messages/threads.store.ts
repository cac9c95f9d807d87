import { limits, paginationOf, type messageThreads, type ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { containsPattern, inScope, isoTime } from '../../core/devices/list-sql.ts';
import type { JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';

type ThreadsInput = ParsedInputOf<typeof messageThreads>;

/**
 * The threads of a device, newest first. How many messages each has is kept, and its newest message is one step in an
 * index, so that the size of a thread does not matter. A search orders by what it found.
 */
export async function listThreads(db: Database, scope: Scope, input: ThreadsInput): Promise<JsonPage> {
  const { deviceId, page, pageSize, search, address } = input;
  const mine = sql`m.device_id = ${deviceId}`;
  const result = await sql<{ json: string; total: number }>`
    with counted as (
      select address, sum(messages) as count, sum(unread) as unread_count from message_thread_counts c
      where c.device_id = ${deviceId} and ${inScope(scope, sql`c.device_id`)}
        and ${address === undefined ? sql`true` : sql`c.address = ${address}`}
      group by address having sum(messages) > 0
    ),
    found as materialized (${matchesByThread(mine, search)}),
    thread as materialized (
      select counted.*, last.id, last.name, last.date, found.count as match_count, found.date as match_date
      from counted
      cross join lateral (
        select id, name, date from messages m
        where ${mine} and m.address = counted.address order by m.date desc, m.id desc limit 1
      ) as last
      left join found using (address)
      where ${isWanted(search)}
    ),
    shown as (
      select * from thread order by coalesce(match_date, date) desc, id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ),
    line as (
      select shown.address, shown.name, (select ${excerpt(beginning)} from messages m where m.id = shown.id) as last, shown.count,
        shown.unread_count as "unreadCount",
        case when match_count is not null then json_build_object('count', match_count, 'newest', (
          select ${excerpt(around(search))} from messages m
          where ${mine} and m.address = shown.address and m.date = shown.match_date and ${hasText(search)}
          order by m.id desc limit 1
        )) end as matches
      from shown order by coalesce(match_date, date) desc, id desc
    )
    select coalesce((select json_agg(line) from line), '[]')::text as json,
      (select count(*) from thread) as total`.execute(db);
  const [answer] = result.rows;
  if (answer === undefined) throw new Error('A select without from returns one row.');
  return { json: answer.json, pagination: paginationOf(page, pageSize, answer.total) };
}

const { excerptLength } = limits.conversation;

/** So many characters stand before the found words. */
const lead = 30;

function excerpt(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('id', m.id, 'body', ${text}, 'date', ${isoTime(sql`m.date`)}, 'direction', m.direction)`;
}

/** Long messages are cut: a line of the list has room for little. */
const beginning = sql`left(m.body, ${excerptLength})`;

function around(search: string): RawBuilder<unknown> {
  const start = sql`greatest(1, strpos(lower(m.body), lower(${search})) - ${lead}::int)`;
  return sql`case when ${start} > 1 then '…' else '' end || substr(m.body, ${start}, ${excerptLength}::int)`;
}

/** How many messages of each thread have the text, and when the newest of them was written. */
function matchesByThread(mine: RawBuilder<unknown>, search: string): RawBuilder<unknown> {
  if (search === '')
    return sql`select null::text as address, null::bigint as count, null::timestamptz as date where false`;
  return sql`select address, count(*) as count, max(date) as date from messages m
    where ${mine} and ${hasText(search)} group by address`;
}

function hasText(search: string): RawBuilder<unknown> {
  return sql`m.body ilike ${containsPattern(search)}`;
}

/** By a message's text, by name, or by number however it is spaced. */
function isWanted(search: string): RawBuilder<unknown> {
  if (search === '') return sql`true`;
  const number = search.replaceAll(/[\s()./-]/g, '');
  return sql`(found.count is not null or last.name ilike ${containsPattern(search)}
    or counted.address ilike ${containsPattern(search)}
    or ${/^\+?\d+$/.test(number) ? sql`counted.address ilike ${containsPattern(number)}` : sql`false`})`;
}
