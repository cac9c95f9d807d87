import { limits, paginationOf, type messageThreads, type ParsedInputOf } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { param } from '../../../core/database/named-query.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { findDeviceAccess } from '../../../shared/device-state/devices.store.ts';
import { selectGatedPage } from '../../../shared/device-rows/gated-page.ts';
import { containsPattern, isoTime } from '../../../core/database/list-sql.ts';
import { inScope, keptRows } from '../../../shared/scope-sql.ts';
import type { Gated } from '../../../shared/routes/route.ts';
import type { JsonPage } from '../../../core/database/page.ts';
import type { Scope } from '../../../shared/scope.ts';
import { maskedBody } from './messages.store.ts';

type ThreadsInput = ParsedInputOf<typeof messageThreads>;

/** The threads of a device, newest first. A search orders by the newest matching message. */
export async function listThreads(db: Database, scope: Scope, input: ThreadsInput): Promise<Gated<JsonPage>> {
  if (input.search === '') return await listMaintainedThreads(db, scope, input);
  return {
    answer: await searchThreads(db, scope, input),
    access: await findDeviceAccess(db, scope, input.deviceId, { capability: 'SMS', action: 'READ' }),
  };
}

/**
 * Lists threads from `message_threads`, which triggers on `messages` maintain. Plan: a backward scan of `message_threads_newest` that stops
 * at the limit, joined to the last messages by primary key; the total comes from the row counts.
 */
async function listMaintainedThreads(db: Database, scope: Scope, input: ThreadsInput): Promise<Gated<JsonPage>> {
  const { deviceId, address } = input;
  const mine = sql`t.device_id = ${param('deviceId')} and ${inScope({ ...scope, userId: param('userId') }, sql`t.device_id`)}`;
  const one = address !== undefined && sql`${mine} and t.address = ${address}`;
  return await selectGatedPage(
    db,
    { scope, deviceId, capability: 'SMS' },
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

/**
 * Searches threads by text, name and number. `found` finds the matching messages of the device by the trigram index `messages_body` and
 * groups them by thread. `thread` scans the device's threads, joins their last messages by primary key and `found` by a hash.
 * Only the threads of the page get an excerpt, each by one seek in `messages_thread`.
 */
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
        and ${address === undefined ? sql`true` : sql`t.address = ${address}`} and ${threadMatches(search)}
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

/** How many characters of an excerpt precede the match. */
const lead = 30;

function excerpt(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_build_object('id', m.id, 'body', ${text}, 'date', ${isoTime(sql`m.date`)}, 'direction', m.direction)`;
}

/** The beginning of a message, as much as a row of the list shows. */
const beginning = sql`left(${maskedBody}, ${excerptLength})`;

function around(search: string): RawBuilder<unknown> {
  const start = sql`greatest(1, strpos(lower(${maskedBody}), lower(${search})) - ${lead}::int)`;
  return sql`case when ${start} > 1 then '…' else '' end || substr(${maskedBody}, ${start}, ${excerptLength}::int)`;
}

function hasText(search: string): RawBuilder<unknown> {
  return sql`${maskedBody} ilike ${containsPattern(search)}`;
}

/** The condition for threads with a matching message, name or number. Numbers match in any spacing. */
function threadMatches(search: string): RawBuilder<unknown> {
  const number = search.replaceAll(/[\s()./-]/g, '');
  return sql`(found.count is not null or last.name ilike ${containsPattern(search)}
    or t.address ilike ${containsPattern(search)}
    or ${/^\+?\d+$/.test(number) ? sql`t.address ilike ${containsPattern(number)}` : sql`false`})`;
}
