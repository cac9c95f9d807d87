import {
  limits,
  type AuditDetails,
  type conversation,
  type findMessages,
  type Message,
  type MessageCursor,
  type OutputOf,
  type ParsedInputOf,
  type revealMessage,
} from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { runQuery, runNamedRead, param } from '../../../core/database/named-query.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import { deviceAccessJson, type DeviceAccess } from '../../../shared/device-state/devices.store.ts';
import { containsPattern, isoTime } from '../../../core/database/list-sql.ts';
import { inScope } from '../../../shared/scope-sql.ts';
import type { Gated } from '../../../shared/routes/route.ts';
import type { Scope } from '../../../shared/scope.ts';
import { maskedBody } from './messages.store.ts';

type ConversationInput = ParsedInputOf<typeof conversation>;
type ConversationPage = OutputOf<typeof conversation>;

/** A message, and whether it precedes the requested place. */
type PlacedMessage = Message & { before: boolean };

/**
 * Reads a page of a thread from any place in it. Plan: one or two range scans of `messages_thread` (device, address, date, id), which
 * seek directly to the place, so the beginning of a long thread is as fast as its end.
 */
export async function readConversation(
  db: Database,
  scope: Scope,
  input: ConversationInput,
): Promise<Gated<ConversationPage>> {
  const { before, after, around, size } = input;
  if (before !== undefined) {
    const { rows, ...read } = await readSides(db, scope, input, { place: placeOf(before), older: size });
    return { answer: olderPage(rows, size, before), ...read };
  }
  if (after !== undefined) {
    const { rows, ...read } = await readSides(db, scope, input, { place: placeOf(after), newer: size });
    return { answer: newerPage(rows, size, after), ...read };
  }
  if (around !== undefined) {
    const half = Math.ceil(size / 2);
    const { rows, ...read } = await readSides(db, scope, input, {
      place: placeAround(around),
      older: half,
      newer: half,
    });
    // The requested message was deleted: fall back to the newest messages.
    if (rows.length > 0) return { answer: pageAround(rows, half), ...read };
  }
  const { rows, ...read } = await readSides(db, scope, input, { place: endOfThread, older: size });
  return { answer: olderPage(rows, size, null), ...read };
}

/** The place that separates older from newer messages. A message at the place counts as newer. */
interface ThreadPlace {
  /** How the place is given. It is part of the prepared statement's name, because it changes the SQL. */
  kind: 'end' | 'cursor' | 'moment' | 'message';
  date: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  values: { date?: string; id?: number };
}

const endOfThread: ThreadPlace = { kind: 'end', date: sql`'infinity'::timestamptz`, id: sql`0`, values: {} };

const dateParam = sql`${param('date')}::timestamptz`;
const idParam = sql`${param('id')}::bigint`;

function placeOf({ date, id }: MessageCursor): ThreadPlace {
  return { kind: 'cursor', date: dateParam, id: idParam, values: { date, id } };
}

function placeAround(around: NonNullable<ConversationInput['around']>): ThreadPlace {
  if ('date' in around) return { kind: 'moment', date: dateParam, id: sql`0`, values: around };
  const date = sql`(select date from messages m where m.id = ${idParam} and ${ofThread})`;
  return { kind: 'message', date, id: idParam, values: around };
}

const ofThread = sql`m.device_id = ${param('deviceId')} and m.address = ${param('address')}`;

interface Sides {
  place: ThreadPlace;
  older?: number;
  newer?: number;
}

/** The messages, the facts that decide about access, and the details of the log entry. */
interface Read {
  rows: PlacedMessage[];
  access: DeviceAccess | undefined;
  about: AuditDetails;
}

interface Thread {
  name: string;
  total: number;
}

/** The name and the message count of a thread. Triggers on `messages` maintain `message_threads` (`keep_message_threads`). */
const threadBeside = sql`select json_build_object('name', m.name, 'total', t.messages)
  from message_threads t join messages m on m.id = t.last_id
  where t.device_id = ${param('deviceId')} and t.address = ${param('address')}`;

/** The log's name of a conversation. */
function aboutThread(address: string, thread: Thread | null | undefined): AuditDetails {
  return { object: `the conversation with ${thread?.name || address}`, ...(thread && { total: thread.total }) };
}

const readsMessages = { capability: 'SMS', action: 'READ' } as const;

/** Reads up to this many messages on each side of a place, plus one if there are more, in order of time. */
async function readSides(
  db: Database,
  scope: Scope,
  { deviceId, address }: ConversationInput,
  { place, older = 0, newer = 0 }: Sides,
): Promise<Read> {
  const thread = sql`${ofThread} and ${inScope({ ...scope, userId: param('userId') }, sql`m.device_id`)}`;
  const query = () => sql<{ rows: PlacedMessage[]; access: DeviceAccess | null; thread: Thread | null }>`
    select coalesce((select json_agg(line) from (
        select s.id, s.body, s.masked, ${isoTime(sql`s.date`)} as date, s.direction, s.read, s.before
        from (${sql.join(sidesOf(thread, { place, older, newer }), sql` union all `)}) as s order by s.date, s.id
      ) as line), '[]') as rows, (${deviceAccessJson(scope, readsMessages)}) as access, (${threadBeside}) as thread`;
  const values = { ...place.values, deviceId, address, userId: scope.userId };
  const name = `conversation of ${scope.allDevices ? 'all' : 'assigned'}, ${older} and ${newer} from ${place.kind}`;
  const usual = namedSizes.has(older + newer);
  const [found] = usual ? await runNamedRead(db, name, query, values) : await runQuery(db, query(), values);
  return { rows: found?.rows ?? [], access: found?.access ?? undefined, about: aboutThread(address, found?.thread) };
}

/** The page sizes of the console. Each one is a prepared statement per connection, so other sizes are not prepared. */
const namedSizes: ReadonlySet<number> = new Set([50, limits.conversation.defaultSize]);

function sidesOf(thread: RawBuilder<unknown>, { place, older = 0, newer = 0 }: Sides): RawBuilder<unknown>[] {
  const fields = sql`m.id, ${maskedBody} as body, m.masked_body is not null as masked, m.date, m.direction, m.read`;
  const sides = [];
  if (older > 0) {
    sides.push(sql`(select ${fields}, true as before from messages m
      where ${thread} and (m.date, m.id) < (${place.date}, ${place.id})
      order by m.date desc, m.id desc limit ${sql.lit(older + 1)})`);
  }
  if (newer > 0) {
    // The caller already has the message of a cursor, so it is excluded.
    const from = place.kind === 'cursor' ? sql`>` : sql`>=`;
    sides.push(sql`(select ${fields}, false as before from messages m
      where ${thread} and (m.date, m.id) ${from} (${place.date}, ${place.id})
      order by m.date, m.id limit ${sql.lit(newer + 1)})`);
  }
  return sides;
}

function olderPage(rows: readonly PlacedMessage[], size: number, place: MessageCursor | null): ConversationPage {
  const messages = rows.slice(-size).map(plain);
  return {
    messages,
    older: rows.length > size ? cursorOf(messages[0]) : null,
    newer: place === null ? null : (cursorOf(messages.at(-1)) ?? place),
    anchorId: null,
  };
}

function newerPage(rows: readonly PlacedMessage[], size: number, place: MessageCursor): ConversationPage {
  const messages = rows.slice(0, size).map(plain);
  return {
    messages,
    older: cursorOf(messages[0]) ?? place,
    newer: rows.length > size ? cursorOf(messages.at(-1)) : null,
    anchorId: null,
  };
}

function pageAround(rows: readonly PlacedMessage[], half: number): ConversationPage {
  const before = rows.filter((row) => row.before);
  const after = rows.filter((row) => !row.before);
  const messages = [...before.slice(-half), ...after.slice(0, half)].map(plain);
  return {
    messages,
    older: before.length > half ? cursorOf(messages[0]) : null,
    newer: after.length > half ? cursorOf(messages.at(-1)) : null,
    // No message at or after the place: the last one before it is the nearest.
    anchorId: (after[0] ?? before.at(-1))?.id ?? null,
  };
}

function plain({ id, body, masked, date, direction, read }: PlacedMessage): Message {
  return { id, body, masked, date, direction, read };
}

function cursorOf(message: Message | undefined): MessageCursor | null {
  return message === undefined ? null : { date: message.date, id: message.id };
}

type FindInput = ParsedInputOf<typeof findMessages>;

/**
 * Finds the messages of a thread that contain a text, newest first. `ids` is limited, `total` is not. Plan: the thread by
 * `messages_thread` or the text by the trigram index `messages_body`, whichever is smaller; the hits are materialized once for
 * both results.
 */
export async function findInThread(
  db: Database,
  scope: Scope,
  input: FindInput,
): Promise<Gated<OutputOf<typeof findMessages>>> {
  const { deviceId, address, search } = input;
  const query = sql<{ ids: number[]; total: number; access: DeviceAccess | null; thread: Thread | null }>`
    with hit as materialized (
      select m.id, m.date from messages m where ${ofThread}
        and ${inScope(scope, sql`m.device_id`)} and ${maskedBody} ilike ${containsPattern(search)}
    )
    select coalesce((
        select json_agg(newest.id) from (
          select id from hit order by date desc, id desc limit ${limits.conversation.maxHits}) as newest
      ), '[]') as ids,
      (select count(*) from hit) as total, (${deviceAccessJson(scope, readsMessages)}) as access, (${threadBeside}) as thread`;
  const [found] = await runQuery(db, query, { deviceId, address, userId: scope.userId });
  const { object } = aboutThread(address, found?.thread);
  return {
    answer: { ids: found?.ids ?? [], total: found?.total ?? 0 },
    access: found?.access ?? undefined,
    about: { ...(object !== undefined && { object }) },
  };
}

type RevealInput = ParsedInputOf<typeof revealMessage>;

/** Reads a message with its codes unmasked; null when it was deleted. */
export async function readUnmasked(
  db: Database,
  scope: Scope,
  { deviceId, id }: RevealInput,
): Promise<Gated<OutputOf<typeof revealMessage>>> {
  const query = sql<{ body: string | null; address: string | null; name: string | null; access: DeviceAccess | null }>`
    select m.body, m.address, m.name, (${deviceAccessJson(scope, readsMessages)}) as access
    from (select) as always left join messages m on m.id = ${id} and m.device_id = ${param('deviceId')}
      and ${inScope(scope, sql`m.device_id`)}`;
  const [found] = await runQuery(db, query, { deviceId, userId: scope.userId });
  return {
    answer: { body: found?.body ?? null },
    access: found?.access ?? undefined,
    about: { object: `the conversation with ${found?.name || found?.address || 'somebody'}` },
  };
}
