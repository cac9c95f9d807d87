import { randomUUID } from 'node:crypto';
import {
  deviceTicketContentUrl,
  deviceTicketFile,
  ticketLimits,
  ticketMessages,
  updateTicket,
  type PersonTicket,
  type TicketMessage,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../../testing/person.ts';
import { awaitStatus, joinDevice, RawDevice, type TestDevice } from '../../../../testing/test-device.ts';
import { sha256Of, storedName, testPicture } from '../../../../testing/samples/test-files.ts';
import { sendForm } from '../../../../testing/samples/test-forms.ts';
import { ticketsOf } from '../../../../testing/test-tickets.ts';
import type { TestAdmin } from '../../../../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../../../../testing/servers/use-server.ts';
import { sweepFiles } from '../../../files/content/sweep-files.ts';

const server = useTestServer();
const devices = useDevices(server);
let owner: TestAdmin;
let device: TestDevice;
beforeAll(async () => {
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
});
beforeEach(async () => {
  // Nothing is shared, because tickets need no capability.
  device = await joinDevice(server, { ownerId: owner.userId, capabilities: [] });
});

const asked = { title: 'No sound', description: 'None\nat all', category: 'SUPPORT' } as const;
const patience = { interval: 20 };

/** Starts a phone that records what it shows its person. */
function connect() {
  const answers: TicketMessage[] = [];
  const stands: PersonTicket[] = [];
  const phone = devices.start(device, {
    collectors: {},
    granted: () => [],
    onTicketAnswer: (message) => answers.push(message),
    onTicket: (ticket) => stands.push(ticket),
  });
  return { phone, answers, stands };
}

describe('the person of a device', () => {
  it('[SPEC 1.4] opens a ticket, is answered by somebody with a name, reads it and replies', async () => {
    const { phone, answers, stands } = connect();
    const { ticketId } = await phone.tickets.open(asked);
    const [listed] = await ticketsOf(server, owner).assigned();
    expect(listed).toMatchObject({
      id: ticketId,
      ...asked,
      priority: 'MEDIUM',
      clientUsername: device.username,
      device: { deviceId: device.deviceId },
      unreadCount: 1,
    });
    const answer = (await ticketsOf(server, owner).say(ticketId, 'Is it\nplugged in?')).envelope.data;
    await vi.waitFor(() => expect(answers).toEqual([answer]), patience);
    expect(answers[0]?.author).toBe(owner.username);
    await vi.waitFor(() => expect(stands.at(-1)).toMatchObject({ status: 'ANSWERED', unreadCount: 1 }), patience);
    await phone.tickets.read(ticketId, answer.id);
    await vi.waitFor(async () => {
      expect((await ticketsOf(server, owner).messages({ ticketId }))[0]).toMatchObject({ read: true });
    }, patience);
    const reply = await phone.tickets.reply(ticketId, 'It was not. Thank you!');
    expect(reply).toMatchObject({ sender: 'USER', author: device.username });
    expect(await ticketsOf(server, owner).detail(ticketId)).toMatchObject({ status: 'OPEN', messageCount: 2 });
    expect((await phone.tickets.messages(ticketId)).messages.map(({ id }) => id)).toEqual([reply.id, answer.id]);
    expect((await phone.tickets.list()).tickets).toMatchObject([{ ticketId, unreadCount: 0 }]);
  });

  it('closes a ticket, reopens it and takes it back; no further', async () => {
    const { phone } = connect();
    const { ticketId } = await phone.tickets.open(asked);
    expect(await phone.tickets.setStatus(ticketId, 'CLOSED')).toMatchObject({ status: 'CLOSED' });
    await expect(phone.tickets.reply(ticketId, 'Wait')).rejects.toThrow('This conversation is closed');
    expect(await phone.tickets.setStatus(ticketId, 'OPEN')).toMatchObject({ status: 'OPEN' });
    expect(await phone.tickets.setStatus(ticketId, 'CANCELLED')).toMatchObject({ status: 'CANCELLED' });
    await expect(phone.tickets.setStatus(ticketId, 'OPEN')).rejects.toThrow(
      'A conversation that is cancelled cannot become open.',
    );
  });

  it('may pause and still ask: help needs no sharing', async () => {
    const { phone } = connect();
    await phone.pause();
    expect(await phone.tickets.open(asked)).toMatchObject({ status: 'OPEN' });
  });

  it('is told when somebody changes the ticket, and sees in the log who did and who looked', async () => {
    const { phone, stands } = connect();
    const { ticketId, version } = await phone.tickets.open(asked);
    await server.api(updateTicket, { ticketId, version, priority: 'HIGH' }, owner.token);
    await vi.waitFor(() => expect(stands.at(-1)).toMatchObject({ priority: 'HIGH', version: 2 }), patience);
    await server.api(ticketMessages, { ticketId }, owner.token);
    const { entries } = await phone.log.read();
    expect(entries.map(({ who, what }) => `${who} ${what}`)).toEqual(
      expect.arrayContaining([
        `${owner.username} read your request for help ${ticketId}`,
        `${owner.username} changed your request for help ${ticketId} to open, high priority, support`,
      ]),
    );
  });
});

describe('a device that was away', () => {
  it('gets what was answered meanwhile, once and in its order, and how the ticket stands', async () => {
    const { phone, answers, stands } = connect();
    const { ticketId } = await phone.tickets.open(asked);
    phone.goAway();
    await awaitStatus(server, device.deviceId, 'Offline');
    const sent: number[] = [];
    for (const text of ['One', 'Two', 'Three'])
      sent.push((await ticketsOf(server, owner).say(ticketId, text)).envelope.data.id);
    expect(answers).toEqual([]);
    phone.comeBack();
    await vi.waitFor(() => expect(answers.map(({ id }) => id)).toEqual(sent), patience);
    await vi.waitFor(() => expect(stands.at(-1)?.status).toBe('ANSWERED'), patience);
    await expect.poll(() => waitingFor(ticketId), patience).toBe(false);
    // Once confirmed, it is not sent again.
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'log-request', before: null });
    await raw.next('log');
    expect(raw.frames.filter(({ type }) => type.startsWith('ticket'))).toEqual([]);
    raw.socket.close();
    await raw.closed;
  });

  it('hears it on every connection until it says that it arrived', async () => {
    const ticketId = await openRaw();
    const { id } = (await ticketsOf(server, owner).say(ticketId, 'Hello')).envelope.data;
    for (let turn = 0; turn < 2; turn += 1) {
      const raw = new RawDevice(server);
      await raw.hello(device.token);
      expect((await raw.next('ticket-message')).message.id).toBe(id);
      raw.socket.close();
      await raw.closed;
    }
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    expect((await raw.next('ticket-message')).message.id).toBe(id);
    // Confirming more than there is must not hide what comes later.
    raw.send({ type: 'ticket-received', ticketId, upTo: 999_999, version: 999 });
    await expect.poll(() => waitingFor(ticketId), patience).toBe(false);
    raw.frames.length = 0;
    const later = (await ticketsOf(server, owner).say(ticketId, 'Still there?')).envelope.data;
    expect((await raw.next('ticket-message')).message.id).toBe(later.id);
    raw.socket.close();
    await raw.closed;
  });

  it('gets very many answers in stretches, none lost and none twice', async () => {
    const ticketId = await openRaw();
    await sql`
      with added as (
        insert into ticket_messages (ticket_id, client_id, sender, author_id, kind, text)
        select ${ticketId}, gen_random_uuid(), 'ADMIN', ${owner.userId}, 'TEXT', series.n::text
        from generate_series(1, 450) as series (n) order by series.n returning id
      )
      update tickets set last_answer_id = (select max(id) from added) where id = ${ticketId}`.execute(
      server.services.db,
    );
    const { answers } = connect();
    await vi.waitFor(() => expect(answers).toHaveLength(450), patience);
    expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 450 }, (_, place) => String(place + 1)));
  });

  it('has what its person wrote meanwhile sent once when it is back', async () => {
    const { phone } = connect();
    const { ticketId } = await phone.tickets.open(asked);
    phone.goAway();
    const replying = phone.tickets.reply(ticketId, 'Written in a tunnel');
    const opening = phone.tickets.open({ ...asked, title: 'Also in the tunnel' });
    phone.comeBack();
    await Promise.all([replying, opening]);
    expect((await ticketsOf(server, owner).messages({ ticketId })).map(({ text }) => text)).toEqual([
      'Written in a tunnel',
    ]);
    expect((await phone.tickets.list()).tickets).toHaveLength(2);
  });
});

describe('what a device says', () => {
  it('is stored once with one id, however often it is said', async () => {
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const opening = { type: 'ticket-open', clientId: randomUUID(), ...asked, priority: 'LOW' } as const;
    for (let turn = 0; turn < 3; turn += 1) raw.send(opening);
    const { ticket } = await raw.next('ticket');
    const { ticketId } = ticket;
    const reply = { type: 'ticket-reply', clientId: randomUUID(), ticketId, text: 'Once' } as const;
    for (let turn = 0; turn < 3; turn += 1) raw.send(reply);
    const first = await raw.next('ticket-message');
    expect(await raw.next('ticket-message')).toEqual(first);
    raw.send({ type: 'tickets-request', before: null });
    expect((await raw.next('tickets')).tickets).toHaveLength(1);
    raw.send({ type: 'ticket-messages-request', ticketId, before: null });
    expect((await raw.next('ticket-messages')).messages).toHaveLength(1);
    raw.socket.close();
    await raw.closed;
  });

  it('reaches no ticket of another one', async () => {
    const ticketId = await openRaw();
    const other = await joinDevice(server, { ownerId: owner.userId });
    const raw = new RawDevice(server);
    await raw.hello(other.token);
    raw.send({ type: 'ticket-reply', clientId: randomUUID(), ticketId, text: 'Mine?' });
    expect((await raw.next('ticket-refused')).reason).toBe('This conversation does not exist or is not yours to see.');
    raw.send({ type: 'ticket-status', ticketId, status: 'CLOSED' });
    expect(await raw.next('refused')).toMatchObject({ about: 'ticket-status' });
    raw.send({ type: 'ticket-messages-request', ticketId, before: null });
    expect(await raw.next('refused')).toMatchObject({ about: 'ticket-messages-request' });
    raw.send({ type: 'ticket-read', ticketId, upTo: 1 });
    expect(await raw.next('refused')).toMatchObject({ about: 'ticket-read' });
    raw.send({ type: 'tickets-request', before: null });
    expect((await raw.next('tickets')).tickets).toEqual([]);
    const url = new URL(deviceTicketContentUrl(ticketId, 'a'.repeat(64)), server.url);
    expect((await fetch(url, { headers: { authorization: `Bearer ${other.token}` } })).status).toBe(404);
    const form = { ticketId, clientId: randomUUID(), kind: 'FILE', name: 'a.jpg' } as const;
    const sent = await sendForm(server, deviceTicketFile, form, await testPicture(1), other.token);
    expect(sent.errorCode).toBe('ticket_not_found');
    expect(await ticketsOf(server, owner).detail(ticketId)).toMatchObject({ status: 'OPEN', messageCount: 0 });
    raw.socket.close();
    await raw.closed;
  });

  it('is no flood of tickets', async () => {
    await sql`
      insert into tickets (client_id, opened_by, device_id, title, description, category, priority, changed_by, search_text)
      select gen_random_uuid(), d.user_id, d.id, 'T', 'D', 'OTHER', 'LOW', '', ''
      from devices d, generate_series(1, ${ticketLimits.openPerPerson}) where d.id = ${device.deviceId}`.execute(
      server.services.db,
    );
    const { phone } = connect();
    await expect(phone.tickets.open(asked)).rejects.toThrow('There are already 50 open conversations.');
    const { tickets, more } = await phone.tickets.list();
    expect([tickets.length, more]).toEqual([50, false]);
  });
});

describe('a file of a device’s person', () => {
  it('[SPEC 3.17] is attached and fetched, from both sides', async () => {
    const { phone } = connect();
    const { ticketId } = await phone.tickets.open(asked);
    const bytes = await testPicture(41);
    const message = await phone.ticketFiles.attach(ticketId, { kind: 'FILE', name: 'photo.jpg', bytes });
    expect(message).toMatchObject({ sender: 'USER', attachment: { sha256: sha256Of(bytes), mimeType: 'image/jpeg' } });
    const fetched = await phone.ticketFiles.fetchAttachment(ticketId, sha256Of(bytes));
    expect(Buffer.from(fetched).equals(bytes)).toBe(true);
    await expect(
      phone.ticketFiles.attach(ticketId, { kind: 'FILE', name: 'a.sh', bytes: Buffer.from('#!/bin/sh') }),
    ).rejects.toThrow('File type not allowed');
    await expect(
      phone.ticketFiles.attach(ticketId, { kind: 'VOICE', name: 'v.wav', durationMs: 180_001, bytes }),
    ).rejects.toThrow('at most 3 minutes');
    expect(await ticketsOf(server, owner).detail(ticketId)).toMatchObject({ messageCount: 1 });
  });
});

describe('when the person leaves', () => {
  it('their tickets go with them, files too', async () => {
    const { phone } = connect();
    const { ticketId } = await phone.tickets.open(asked);
    const bytes = await testPicture(42);
    await phone.ticketFiles.attach(ticketId, { kind: 'FILE', name: 'photo.jpg', bytes });
    await ticketsOf(server, owner).say(ticketId, 'Thank you.');
    const name = await storedName(server, sha256Of(bytes));
    await phone.leave();
    expect((await server.api(ticketMessages, { ticketId }, owner.token)).status).toBe(404);
    // The server may be deleting the bytes already, because somebody left; then this sweep skips them.
    await sweepFiles(server.services);
    await expect.poll(() => server.services.blobs.stat(name, 'full'), patience).toBeNull();
    expect(await ticketsOf(server, owner).assigned({ search: `#${ticketId}` })).toEqual([]);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({ action: 'LEAVE' });
  });
});

/** Opens a ticket of the device over a socket that is closed again. */
async function openRaw(): Promise<number> {
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  raw.send({ type: 'ticket-open', clientId: randomUUID(), ...asked, priority: 'LOW' });
  const { ticket } = await raw.next('ticket');
  raw.socket.close();
  await raw.closed;
  return ticket.ticketId;
}

/** True when something of this ticket still waits for its device. */
async function waitingFor(ticketId: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: boolean }>`
    select received_version < version or received_up_to < last_answer_id as waiting from tickets
    where id = ${ticketId}`.execute(server.services.db);
  return rows[0]?.waiting ?? false;
}
