import { limits, paginationOf, type messageThreads, type ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { slot } from '../../core/database/named-query.ts';
import type { Database } from '../../core/database/schema.ts';
import { findDeviceAccess } from '../../core/devices/devices.store.ts';
import { selectGatedPage } from '../../core/devices/rows/gated-page.ts';
import { containsPattern, inScope, isoTime, keptRows } from '../../core/database/list-sql.ts';
import type { Gated, JsonPage } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import { maskedBody } from './messages.store.ts';

type ThreadsInput = ParsedInputOf<typeof messageThreads>;

/** The threads of a device, newest first, as the database keeps them. A search orders by what it found. */
export async function listThreads(db: Database, scope: Scope, input: ThreadsInput): Promise<Gated<JsonPage>> {
  if (input.search === '') return await keptThreads(db, scope, input);
  return {
    answer: await searchThreads(db, scope, input),
    access: await findDeviceAccess(db, scope, input.deviceId),
  };
}

async function keptThreads(db: Database, scope: Scope, input: ThreadsInput): Promise<Gated<JsonPage>> {
  const { deviceId, address } = input;
  const mine = sql`t.device_id = ${slot('deviceId')} and ${inScope({ ...scope, userId: slot('userId') }, sql`t.device_id`)}`;
  const one = address !== undefined && sql`${mine} and t.address = ${address}`;
  return await selectGatedPage(
    db,
    { scope, deviceId },
    {
      table: sql`message_threads t`,
      sources: sql`message_threads t join messages m on m.id = t.last_id`,
      fields: sql`t.address, m.name, ${excerpt(beginning)} as last, t.messages as count, t.unread as "unreadCount",
        null as matches`,
      id: sql`t.last_id`,
      where: one || mine,
      kept: one ? sql`select count(*) from message_threads t where ${one}` : keptRows('message_threads'),
      narrowed: null,
      sortBy: sql`t.last_date`,
      direction: 'desc',
      ...(!one && { name: `threads of ${scope.allDevices ? 'all' : 'assigned'}` }),
    },
    input,
  );
}

async function searchThreads(db: Database, scope: Scope, input: ThreadsInput): Promise<JsonPage> {
  const { deviceId, page, pageSize, search, address } = input;
  const mine = sql`m.device_id = ${deviceId}`;
  const result = await sql<{ json: string; total: number }>`
    with found as materialized (
      select address, count(*) as count, max(date) as date from messages m
      where ${mine} and ${hasText(search)} group by address
    ),
    thread as materialized (
      select t.*, last.name, found.count as match_count, found.date as match_date
      from message_threads t join messages last on last.id = t.last_id left join found on found.address = t.address
      where t.device_id = ${deviceId} and ${inScope(scope, sql`t.device_id`)}
        and ${address === undefined ? sql`true` : sql`t.address = ${address}`} and ${isWanted(search)}
    ),
    shown as (
      select * from thread order by coalesce(match_date, last_date) desc, last_id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}
    ),
    line as (
      select shown.address, shown.name, (select ${excerpt(beginning)} from messages m where m.id = shown.last_id) as last,
        shown.messages as count, shown.unread as "unreadCount",
        case when match_count is not null then json_build_object('count', match_count, 'newest', (
          select ${excerpt(around(search))} from messages m
          where ${mine} and m.address = shown.address and m.date = shown.match_date and ${hasText(search)}
          order by m.id desc limit 1
        )) end as matches
      from shown order by coalesce(match_date, last_date) desc, last_id desc
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
const beginning = sql`left(${maskedBody}, ${excerptLength})`;

function around(search: string): RawBuilder<unknown> {
  const start = sql`greatest(1, strpos(lower(${maskedBody}), lower(${search})) - ${lead}::int)`;
  return sql`case when ${start} > 1 then '…' else '' end || substr(${maskedBody}, ${start}, ${excerptLength}::int)`;
}

function hasText(search: string): RawBuilder<unknown> {
  return sql`${maskedBody} ilike ${containsPattern(search)}`;
}

/** By a message's text, by name, or by number however it is spaced. */
function isWanted(search: string): RawBuilder<unknown> {
  const number = search.replaceAll(/[\s()./-]/g, '');
  return sql`(found.count is not null or last.name ilike ${containsPattern(search)}
    or t.address ilike ${containsPattern(search)}
    or ${/^\+?\d+$/.test(number) ? sql`t.address ilike ${containsPattern(number)}` : sql`false`})`;
}
