import {
  limits,
  type conversation,
  type findMessages,
  type Message,
  type MessageCursor,
  type OutputOf,
  type ParsedInputOf,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../core/database/schema.ts';
import { containsPattern, inScope, isoTime } from '../../core/devices/list-sql.ts';
import type { Scope } from '../../core/scope.ts';

type ConversationInput = ParsedInputOf<typeof conversation>;
type Stretch = OutputOf<typeof conversation>;

/** A message, and whether it lies before the place that was asked for. */
type PlacedMessage = Message & { before: boolean };

/**
 * A stretch of a thread from any place in it: in its index the place is one step away and the messages are neighbours,
 * so that the beginning of a long thread is as near as its end.
 */
export async function readConversation(db: Database, scope: Scope, input: ConversationInput): Promise<Stretch> {
  const { before, after, around, size } = input;
  const thread = threadOf(scope, input);
  if (before !== undefined) return olderStretch(await readSides(db, thread, placeOf(before), size, 0), size, before);
  if (after !== undefined) return newerStretch(await readSides(db, thread, placeOf(after), 0, size), size, after);
  if (around !== undefined) {
    const half = Math.ceil(size / 2);
    const rows = await readSides(db, thread, placeAround(thread, around), half, half);
    // A message that is gone leads nowhere: the newest ones are better than nothing.
    if (rows.length > 0) return stretchAround(rows, half);
  }
  return olderStretch(await readSides(db, thread, endOfThread, size, 0), size, null);
}

/** Where a stretch begins: all before it is older, what is at it or after it is newer. */
interface Place {
  date: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  /** The place is a message that the caller has already. */
  exclusive?: boolean;
}

const endOfThread: Place = { date: sql`'infinity'::timestamptz`, id: sql`0` };

function placeOf({ date, id }: MessageCursor): Place {
  return { date: sql`${date}::timestamptz`, id: sql`${id}::bigint`, exclusive: true };
}

function placeAround(thread: RawBuilder<unknown>, around: NonNullable<ConversationInput['around']>): Place {
  if ('date' in around) return { date: sql`${around.date}::timestamptz`, id: sql`0` };
  return {
    date: sql`(select date from messages m where m.id = ${around.id} and ${thread})`,
    id: sql`${around.id}::bigint`,
  };
}

function threadOf(scope: Scope, { deviceId, address }: { deviceId: number; address: string }): RawBuilder<unknown> {
  return sql`m.device_id = ${deviceId} and m.address = ${address} and ${inScope(scope, sql`m.device_id`)}`;
}

/** Up to so many messages on each side of a place, and one more where there are more, in the order of time. */
async function readSides(
  db: Database,
  thread: RawBuilder<unknown>,
  { date, id, exclusive = false }: Place,
  older: number,
  newer: number,
): Promise<PlacedMessage[]> {
  const fields = sql`m.id, m.body, m.date, m.direction, m.read`;
  const sides = [];
  if (older > 0) {
    sides.push(sql`(select ${fields}, true as before from messages m where ${thread} and (m.date, m.id) < (${date}, ${id})
      order by m.date desc, m.id desc limit ${older + 1})`);
  }
  if (newer > 0) {
    const from = exclusive ? sql`>` : sql`>=`;
    sides.push(sql`(select ${fields}, false as before from messages m
      where ${thread} and (m.date, m.id) ${from} (${date}, ${id}) order by m.date, m.id limit ${newer + 1})`);
  }
  const { rows } = await sql<PlacedMessage>`
    select s.id, s.body, ${isoTime(sql`s.date`)} as date, s.direction, s.read, s.before
    from (${sql.join(sides, sql` union all `)}) as s order by s.date, s.id`.execute(db);
  return rows;
}

function olderStretch(rows: readonly PlacedMessage[], size: number, place: MessageCursor | null): Stretch {
  const messages = rows.slice(-size).map(plain);
  return {
    messages,
    older: rows.length > size ? cursorOf(messages[0]) : null,
    newer: place === null ? null : (cursorOf(messages.at(-1)) ?? place),
    anchorId: null,
  };
}

function newerStretch(rows: readonly PlacedMessage[], size: number, place: MessageCursor): Stretch {
  const messages = rows.slice(0, size).map(plain);
  return {
    messages,
    older: cursorOf(messages[0]) ?? place,
    newer: rows.length > size ? cursorOf(messages.at(-1)) : null,
    anchorId: null,
  };
}

function stretchAround(rows: readonly PlacedMessage[], half: number): Stretch {
  const before = rows.filter((row) => row.before);
  const after = rows.filter((row) => !row.before);
  const messages = [...before.slice(-half), ...after.slice(0, half)].map(plain);
  return {
    messages,
    older: before.length > half ? cursorOf(messages[0]) : null,
    newer: after.length > half ? cursorOf(messages.at(-1)) : null,
    // After the last message there is none; the last one is as near as it gets.
    anchorId: (after[0] ?? before.at(-1))?.id ?? null,
  };
}

function plain({ id, body, date, direction, read }: PlacedMessage): Message {
  return { id, body, date, direction, read };
}

function cursorOf(message: Message | undefined): MessageCursor | null {
  return message === undefined ? null : { date: message.date, id: message.id };
}

type FindInput = ParsedInputOf<typeof findMessages>;

/** The messages of a thread that have the text, newest first; the total also counts those that are too many to name. */
export async function findInThread(
  db: Database,
  scope: Scope,
  input: FindInput,
): Promise<OutputOf<typeof findMessages>> {
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with hit as materialized (
      select m.id, m.date from messages m where ${threadOf(scope, input)} and m.body ilike ${containsPattern(input.search)}
    )
    select coalesce((
        select json_agg(newest.id) from (
          select id from hit order by date desc, id desc limit ${limits.conversation.maxHits}) as newest
      ), '[]') as ids,
      (select count(*) from hit) as total`.execute(db);
  return rows[0] ?? { ids: [], total: 0 };
}
