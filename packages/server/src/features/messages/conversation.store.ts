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
import { ask, readNamed, slot } from '../../core/database/named-query.ts';
import type { Database } from '../../core/database/schema.ts';
import { accessBeside, type DeviceAccess } from '../../core/devices/devices.store.ts';
import { containsPattern, inScope, isoTime } from '../../core/database/list-sql.ts';
import type { Gated } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import { maskedBody } from './messages.store.ts';

type ConversationInput = ParsedInputOf<typeof conversation>;
type Stretch = OutputOf<typeof conversation>;

/** A message, and whether it lies before the place that was asked for. */
type PlacedMessage = Message & { before: boolean };

/**
 * A stretch of a thread from any place in it: in its index the place is one step away and the messages are neighbours,
 * so that the beginning of a long thread is as near as its end.
 */
export async function readConversation(db: Database, scope: Scope, input: ConversationInput): Promise<Gated<Stretch>> {
  const { before, after, around, size } = input;
  if (before !== undefined) {
    const { rows, ...read } = await readSides(db, scope, input, { place: placeOf(before), older: size });
    return { answer: olderStretch(rows, size, before), ...read };
  }
  if (after !== undefined) {
    const { rows, ...read } = await readSides(db, scope, input, { place: placeOf(after), newer: size });
    return { answer: newerStretch(rows, size, after), ...read };
  }
  if (around !== undefined) {
    const half = Math.ceil(size / 2);
    const { rows, ...read } = await readSides(db, scope, input, {
      place: placeAround(around),
      older: half,
      newer: half,
    });
    // A message that is gone leads nowhere: the newest ones are better than nothing.
    if (rows.length > 0) return { answer: stretchAround(rows, half), ...read };
  }
  const { rows, ...read } = await readSides(db, scope, input, { place: endOfThread, older: size });
  return { answer: olderStretch(rows, size, null), ...read };
}

/** Where a stretch begins: all before it is older, what is at it or after it is newer. */
interface Place {
  /** What the place is told by; the values are in slots. */
  kind: 'end' | 'cursor' | 'moment' | 'message';
  date: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  values: { date?: string; id?: number };
}

const endOfThread: Place = { kind: 'end', date: sql`'infinity'::timestamptz`, id: sql`0`, values: {} };

const dateSlot = sql`${slot('date')}::timestamptz`;
const idSlot = sql`${slot('id')}::bigint`;

function placeOf({ date, id }: MessageCursor): Place {
  return { kind: 'cursor', date: dateSlot, id: idSlot, values: { date, id } };
}

function placeAround(around: NonNullable<ConversationInput['around']>): Place {
  if ('date' in around) return { kind: 'moment', date: dateSlot, id: sql`0`, values: around };
  const date = sql`(select date from messages m where m.id = ${idSlot} and ${ofThread})`;
  return { kind: 'message', date, id: idSlot, values: around };
}

const ofThread = sql`m.device_id = ${slot('deviceId')} and m.address = ${slot('address')}`;

interface Sides {
  place: Place;
  older?: number;
  newer?: number;
}

/** The messages, what decides whether the admin may see them, and the details of the log entry. */
interface Read {
  rows: PlacedMessage[];
  access: DeviceAccess | undefined;
  about: AuditDetails;
}

interface Thread {
  name: string;
  total: number;
}

/** Whom a thread is with, as its newest message has it, and how many messages it has. */
const threadBeside = sql`select json_build_object('name', m.name, 'total', t.messages)
  from message_threads t join messages m on m.id = t.last_id
  where t.device_id = ${slot('deviceId')} and t.address = ${slot('address')}`;

/** A conversation as the device's person would call it. */
function aboutThread(address: string, thread: Thread | null | undefined): AuditDetails {
  return { object: `the conversation with ${thread?.name || address}`, ...(thread && { total: thread.total }) };
}

/** Up to so many messages on each side of a place, and one more where there are more, in the order of time. */
async function readSides(
  db: Database,
  scope: Scope,
  { deviceId, address }: ConversationInput,
  { place, older = 0, newer = 0 }: Sides,
): Promise<Read> {
  const thread = sql`${ofThread} and ${inScope({ ...scope, userId: slot('userId') }, sql`m.device_id`)}`;
  const query = () => sql<{ rows: PlacedMessage[]; access: DeviceAccess | null; thread: Thread | null }>`
    select coalesce((select json_agg(line) from (
        select s.id, s.body, s.masked, ${isoTime(sql`s.date`)} as date, s.direction, s.read, s.before
        from (${sql.join(sidesOf(thread, { place, older, newer }), sql` union all `)}) as s order by s.date, s.id
      ) as line), '[]') as rows, (${accessBeside(scope)}) as access, (${threadBeside}) as thread`;
  const values = { ...place.values, deviceId, address, userId: scope.userId };
  const name = `conversation of ${scope.allDevices ? 'all' : 'assigned'}, ${older} and ${newer} from ${place.kind}`;
  const usual = namedSizes.has(older + newer);
  const [found] = usual ? await readNamed(db, name, query, values) : await ask(db, query(), values);
  return { rows: found?.rows ?? [], access: found?.access ?? undefined, about: aboutThread(address, found?.thread) };
}

/** Stretches that are asked for in earnest; each is a query of its own for PostgreSQL. */
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
    // A cursor is a message that the caller has already.
    const from = place.kind === 'cursor' ? sql`>` : sql`>=`;
    sides.push(sql`(select ${fields}, false as before from messages m
      where ${thread} and (m.date, m.id) ${from} (${place.date}, ${place.id})
      order by m.date, m.id limit ${sql.lit(newer + 1)})`);
  }
  return sides;
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

function plain({ id, body, masked, date, direction, read }: PlacedMessage): Message {
  return { id, body, masked, date, direction, read };
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
      (select count(*) from hit) as total, (${accessBeside(scope)}) as access, (${threadBeside}) as thread`;
  const [found] = await ask(db, query, { deviceId, address, userId: scope.userId });
  const { object } = aboutThread(address, found?.thread);
  return {
    answer: { ids: found?.ids ?? [], total: found?.total ?? 0 },
    access: found?.access ?? undefined,
    about: { ...(object !== undefined && { object }) },
  };
}

type RevealInput = ParsedInputOf<typeof revealMessage>;

/** One message as the device sent it; null when it is gone. */
export async function readUnmasked(
  db: Database,
  scope: Scope,
  { deviceId, id }: RevealInput,
): Promise<Gated<OutputOf<typeof revealMessage>>> {
  const query = sql<{ body: string | null; address: string | null; name: string | null; access: DeviceAccess | null }>`
    select m.body, m.address, m.name, (${accessBeside(scope)}) as access
    from (select) as always left join messages m on m.id = ${id} and m.device_id = ${slot('deviceId')}
      and ${inScope(scope, sql`m.device_id`)}`;
  const [found] = await ask(db, query, { deviceId, userId: scope.userId });
  return {
    answer: { body: found?.body ?? null },
    access: found?.access ?? undefined,
    about: { object: `the conversation with ${found?.name || found?.address || 'somebody'}` },
  };
}
