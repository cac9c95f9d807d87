import { randomUUID } from 'node:crypto';
import {
  addTicketMessage,
  readTicketMessages,
  ticketLimits,
  ticketMessages,
  updateTicket,
  type TicketStatus,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStaff, ticketsOf } from '../../../testing/test-tickets.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let boss: TestAdmin;
let worker: TestAdmin;
let ticketId: number;
beforeAll(async () => {
  ({ boss, worker } = await createStaff(server));
});
beforeEach(async () => {
  ticketId = (await ticketsOf(server, worker).open()).id;
});

const setStatus = (status: TicketStatus) =>
  sql`update tickets set status = ${status} where id = ${ticketId}`.execute(server.services.db);

describe('a message', () => {
  it('[SPEC 3.18, 4.20, 7.61, 7.63] is marked Admin or User, unread until the other side has read it', async () => {
    const asked = (await ticketsOf(server, worker).say(ticketId, '  Two lines:\n\n  this is one. ')).envelope.data;
    expect(asked).toMatchObject({
      ticketId,
      sender: 'USER',
      author: worker.username,
      kind: 'TEXT',
      text: 'Two lines:\n\n  this is one.',
      attachment: null,
      read: false,
      readAt: null,
    });
    const answered = (await ticketsOf(server, boss).say(ticketId, 'Thank you.')).envelope.data;
    expect(answered).toMatchObject({ sender: 'ADMIN', author: boss.username });
    expect(await ticketsOf(server, boss).messages({ ticketId })).toEqual([answered, asked]);
    expect(await ticketsOf(server, boss).detail(ticketId)).toMatchObject({
      messageCount: 2,
      unreadCount: 2,
      lastMessage: { id: answered.id, text: 'Thank you.', sender: 'ADMIN', author: boss.username, kind: 'TEXT' },
    });
    const read = await server.api(readTicketMessages, { ticketId, upTo: answered.id }, boss.token);
    expect(read.envelope.data).toEqual({ unreadCount: 0 });
    const [own, theirs] = await ticketsOf(server, worker).messages({ ticketId });
    expect(theirs).toMatchObject({ id: asked.id, read: true, readAt: expect.any(String) });
    expect(own).toMatchObject({ id: answered.id, read: false });
    expect(await ticketsOf(server, worker).detail(ticketId)).toMatchObject({ unreadCount: 1 });
  });

  it('is read up to where the reader was, and what comes later is unread', async () => {
    const ids = [];
    for (const text of ['1', '2', '3'])
      ids.push((await ticketsOf(server, worker).say(ticketId, text)).envelope.data.id);
    const read = await server.api(readTicketMessages, { ticketId, upTo: ids[1] }, boss.token);
    expect(read.envelope.data).toEqual({ unreadCount: 1 });
    expect((await ticketsOf(server, boss).messages({ ticketId })).map((message) => message.read)).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('is stored once per client id, also after retries and concurrently, whatever a retry contains', async () => {
    const clientId = randomUUID();
    const tries = await Promise.all(
      Array.from({ length: 6 }, (_, turn) => ticketsOf(server, worker).say(ticketId, `Try ${turn}`, clientId)),
    );
    expect(new Set(tries.map(({ envelope }) => JSON.stringify(envelope.data))).size).toBe(1);
    expect(await ticketsOf(server, boss).detail(ticketId)).toMatchObject({ messageCount: 1, unreadCount: 2 });
    // Also when the ticket was closed meanwhile: the retry reports that the message was stored.
    await setStatus('CLOSED');
    expect((await ticketsOf(server, worker).say(ticketId, 'Again', clientId)).status).toBe(200);
    expect(await ticketsOf(server, worker).messages({ ticketId })).toHaveLength(1);
  });

  it('is refused with the id of a message to another ticket; two people may make the same one', async () => {
    const clientId = randomUUID();
    await ticketsOf(server, worker).say(ticketId, 'Here', clientId);
    const other = await ticketsOf(server, worker).open();
    const { status, errorCode } = await ticketsOf(server, worker).say(other.id, 'There', clientId);
    expect([status, errorCode]).toEqual([409, 'message_id_used']);
    expect((await ticketsOf(server, boss).say(ticketId, 'Me too', clientId)).envelope.data.author).toBe(boss.username);
  });

  it.each([
    ['', 'Please write a message.'],
    [' \n ', 'Please write a message.'],
    ['x'.repeat(ticketLimits.textMaxLength + 1), 'A message has at most'],
  ])('is refused when it says nothing or too much', async (text, words) => {
    const { status, error } = await ticketsOf(server, worker).say(ticketId, text);
    expect(status).toBe(400);
    expect(error).toContain(words);
  });

  it('keeps every letter, also those that mean something elsewhere', async () => {
    const text = `<script>alert(1)</script> '; drop table tickets; -- 👩‍👩‍👧 \u202Eabc {{x}} ${'$'}{y}`;
    expect((await ticketsOf(server, worker).say(ticketId, text)).envelope.data.text).toBe(text);
  });
});

describe('what a message does to its ticket', () => {
  it.each<[TicketStatus, 'admin' | 'user', TicketStatus]>([
    ['OPEN', 'user', 'OPEN'],
    ['IN_PROGRESS', 'user', 'IN_PROGRESS'],
    ['ANSWERED', 'user', 'OPEN'],
    ['OPEN', 'admin', 'ANSWERED'],
    ['IN_PROGRESS', 'admin', 'ANSWERED'],
    ['ANSWERED', 'admin', 'ANSWERED'],
  ])('%s, and the %s writes: %s', async (from, who, to) => {
    await setStatus(from);
    const before = await ticketsOf(server, boss).detail(ticketId);
    await ticketsOf(server, who === 'admin' ? boss : worker).say(ticketId, 'Hello');
    const after = await ticketsOf(server, boss).detail(ticketId);
    expect(after.status).toBe(to);
    expect(after.version).toBe(before.version + (from === to ? 0 : 1));
  });

  it.each(['CLOSED', 'CANCELLED'] as const)('%s takes none, from nobody', async (status) => {
    await setStatus(status);
    for (const admin of [boss, worker]) {
      const refused = await ticketsOf(server, admin).say(ticketId, 'Hello');
      expect([refused.status, refused.errorCode]).toEqual([409, 'ticket_ended']);
      expect(refused.error).toContain(status === 'CLOSED' ? 'Reopen it first.' : 'Please open a new one.');
    }
    expect(await ticketsOf(server, boss).detail(ticketId)).toMatchObject({ messageCount: 0, status });
  });

  it('tells an edit that was made on the ticket before the answer', async () => {
    await ticketsOf(server, boss).say(ticketId, 'Hello');
    const late = await server.api(updateTicket, { ticketId, version: 1, status: 'IN_PROGRESS' }, worker.token);
    expect(late.error).toContain(`${boss.username} changed this conversation meanwhile: it is answered`);
  });
});

describe('a long conversation', () => {
  it('[SPEC 7.63] is complete, stretch by stretch, while more is written', async () => {
    const count = 6000;
    await sql`
      insert into ticket_messages (ticket_id, client_id, sender, author_id, kind, text)
      select ${ticketId}, gen_random_uuid(), case n % 2 when 0 then 'ADMIN' else 'USER' end,
        case n % 2 when 0 then ${boss.userId}::bigint else ${worker.userId}::bigint end, 'TEXT', n::text
      from generate_series(1, ${count}) as series (n) order by series.n`.execute(server.services.db);
    const texts: string[] = [];
    let before: number | undefined;
    for (let turn = 0; ; turn += 1) {
      const input = { ticketId, size: ticketLimits.messages.maxSize, ...(before !== undefined && { before }) };
      const { messages, older } = (await server.api(ticketMessages, input, boss.token)).envelope.data;
      texts.push(...messages.map(({ text }) => text));
      if (turn < 2) await ticketsOf(server, worker).say(ticketId, 'meanwhile');
      if (older === null) break;
      before = older;
    }
    expect(texts).toEqual(Array.from({ length: count }, (_, place) => String(count - place)));
    // Reads on from the newest message that the caller has.
    const newest = (await ticketsOf(server, boss).messages({ ticketId, size: 3 })).map(({ text }) => text);
    expect(newest).toEqual(['meanwhile', 'meanwhile', String(count)]);
    const [, , known] = await ticketsOf(server, boss).messages({ ticketId, size: 3 });
    const next = await server.api(ticketMessages, { ticketId, after: known?.id ?? 0, size: 1 }, boss.token);
    expect(next.envelope.data.messages).toHaveLength(1);
    const { newer } = next.envelope.data;
    const last = await server.api(ticketMessages, { ticketId, after: newer ?? 0, size: 1 }, boss.token);
    expect(last.envelope.data).toMatchObject({ newer: null, messages: [{ text: 'meanwhile' }] });
  });

  it('is asked for from one place at a time', async () => {
    const { status } = await server.api(ticketMessages, { ticketId, before: 2, after: 1 }, boss.token);
    expect(status).toBe(400);
    const wrong = await server.api(addTicketMessage, { ticketId, clientId: 'x', text: 'y' }, boss.token);
    expect(wrong.status).toBe(400);
  });
});
