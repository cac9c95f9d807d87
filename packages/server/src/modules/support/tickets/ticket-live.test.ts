import {
  notificationList,
  readTicketMessages,
  updateTicket,
  type ConsoleSocketMessage,
  type Notification,
} from '@fairwatch/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import { joinDevice, RawDevice } from '../../../testing/test-device.ts';
import { createStaff, ticketsOf } from '../../../testing/test-tickets.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let boss: TestAdmin;
let worker: TestAdmin;
let stranger: TestAdmin;
beforeAll(async () => {
  ({ boss, worker, stranger } = await createStaff(server));
});

const patience = { interval: 20 };
const aboutTickets = (told: readonly ConsoleSocketMessage[]) =>
  told.filter((message) => message.messageType === 'TICKET');
/** The ticket notifications of an admin. Those of an enrolment arrive at their own time and are left out. */
const newsOf = async ({ token }: TestAdmin): Promise<Notification[]> => {
  const { data } = (await server.api(notificationList, {}, token)).envelope;
  return data.filter(({ type }) => type.startsWith('TICKET'));
};

describe('open consoles', () => {
  it('receive changes of tickets that they may see, each from its own side', async () => {
    const blind = await server.createAdmin({ access: 'NO_ACCESS' });
    const all = await Promise.all(
      [worker, boss, stranger, blind, server.admin].map((admin) => openConsole(server, admin)),
    );
    const [own, above, other, without, superior] = all;
    const { id: ticketId } = await ticketsOf(server, worker).open();
    const expectTold = async (change: 'NEW' | 'UPDATED' | 'MESSAGE' | 'READ') => {
      for (const [console, side] of [
        [own, 'MINE'],
        [above, 'SUBORDINATES'],
        [superior, 'SUBORDINATES'],
      ] as const) {
        await vi.waitFor(() => {
          expect(console?.told).toContainEqual({ messageType: 'TICKET', ticketId, change, side });
        }, patience);
      }
    };
    await expectTold('NEW');
    await server.api(updateTicket, { ticketId, version: 1, priority: 'HIGH' }, boss.token);
    await expectTold('UPDATED');
    const { id } = (await ticketsOf(server, worker).say(ticketId, 'Hello')).envelope.data;
    await expectTold('MESSAGE');
    await server.api(readTicketMessages, { ticketId, upTo: id }, boss.token);
    await expectTold('READ');
    expect([...aboutTickets(other?.told ?? []), ...aboutTickets(without?.told ?? [])]).toEqual([]);
    for (const { socket } of all) socket.close();
  });

  it('receive nothing when nothing changed', async () => {
    const { id: ticketId } = await ticketsOf(server, worker).open();
    await server.api(readTicketMessages, { ticketId }, boss.token);
    const heard: unknown[] = [];
    const end = server.services.bus.subscribe('ticketChanged', (change) => heard.push(change));
    await server.api(readTicketMessages, { ticketId }, boss.token);
    await server.api(updateTicket, { ticketId, version: 1, status: 'OPEN' }, boss.token);
    end();
    expect(heard).toEqual([]);
  });
});

describe('notifications', () => {
  it('tell those above of a new ticket and of replies, and its opener of answers', async () => {
    const staff = await createStaff(server);
    const ticket = await ticketsOf(server, staff.worker).open({ title: 'Printer' });
    expect(await newsOf(staff.boss)).toMatchObject([
      {
        type: 'TICKET_CREATED',
        title: `New request from ${staff.worker.username}`,
        message: 'Printer',
        link: `/subordinates-ticket/${ticket.id}`,
      },
    ]);
    expect(await newsOf(staff.worker)).toEqual([]);
    await ticketsOf(server, staff.boss).say(ticket.id, 'Which one?');
    expect(await newsOf(staff.worker)).toMatchObject([
      { type: 'TICKET_REPLY', title: `Reply from ${staff.boss.username}`, link: `/my-ticket/${ticket.id}` },
    ]);
    await ticketsOf(server, staff.worker).say(ticket.id, 'The one upstairs.');
    expect((await newsOf(staff.boss)).map(({ type }) => type)).toEqual(['TICKET_REPLY', 'TICKET_CREATED']);
    expect(await newsOf(staff.stranger)).toEqual([]);
  });

  it('tell every SUPER_ADMIN where nobody else is responsible', async () => {
    const alone = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { id } = await ticketsOf(server, alone).open();
    expect(await newsOf(server.admin)).toContainEqual(
      expect.objectContaining({ link: `/subordinates-ticket/${id}`, type: 'TICKET_CREATED' }),
    );
  });

  it('tell the admins of a device what its person asks, but not those without access to tickets', async () => {
    const [owner, without] = await Promise.all([
      server.createAdmin({ access: 'FULL_ACCESS' }),
      server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } }),
    ]);
    const device = await joinDevice(server, { ownerId: owner.userId });
    const assignment = { user_id: without.userId, device_id: device.deviceId };
    await server.services.db.insertInto('device_assignments').values(assignment).execute();
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const asked = { title: 'No sound', description: 'None at all', category: 'SUPPORT', priority: 'LOW' } as const;
    raw.send({ type: 'ticket-open', clientId: '0b54a1a4-6b5f-4b0a-9d7f-6f0f6f1d2c3b', ...asked });
    const { ticket } = await raw.next('ticket');
    await vi.waitFor(async () => {
      const told = { type: 'TICKET_CREATED', title: `New request from ${device.username}`, message: 'No sound' };
      expect(await newsOf(owner)).toContainEqual(expect.objectContaining(told));
    }, patience);
    // The notification of the enrolment may arrive later, and to both.
    expect((await newsOf(without)).filter(({ type }) => type.startsWith('TICKET'))).toEqual([]);
    await ticketsOf(server, owner).say(ticket.ticketId, 'Is it plugged in?');
    expect((await raw.next('ticket-message')).message).toMatchObject({ author: owner.username, sender: 'ADMIN' });
    raw.socket.close();
  });
});
