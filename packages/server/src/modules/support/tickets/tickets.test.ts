import { randomUUID } from 'node:crypto';
import type { createdTickets } from '@fairwatch/contract';
import {
  addTicketFile,
  addTicketMessage,
  assignedTickets,
  createTicket,
  readTicketMessages,
  presets,
  ticketCalls,
  ticketContent,
  ticketCounts,
  ticketDetail,
  ticketLimits,
  ticketMessages,
  ticketPriorities,
  updateTicket,
  type AccessLevel,
  type Endpoint,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice } from '../../../testing/test-device.ts';
import { createStaff, reportTo, ticketsOf } from '../../../testing/test-tickets.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let boss: TestAdmin;
let worker: TestAdmin;
let stranger: TestAdmin;
beforeAll(async () => {
  ({ boss, worker, stranger } = await createStaff(server));
});

/** The words of the specification, written out: a test that loops over our own list would follow each mistake in it. */
const specCategories = ['SUPPORT', 'VPN_ISSUE', 'REGISTRATION', 'GENERAL', 'BILLING', 'OTHER'] as const;
const specPriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

/** Inserts a ticket of a device's person directly. */
async function openOnDevice(deviceId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into tickets (client_id, opened_by, device_id, title, description, category, priority, changed_by, search_text)
    select gen_random_uuid(), u.id, d.id, 'No signal', 'At home', 'VPN_ISSUE', 'HIGH', u.username, u.username
    from devices d join users u on u.id = d.user_id where d.id = ${deviceId} returning id`.execute(server.services.db);
  return rows[0]?.id ?? 0;
}

describe('a ticket', () => {
  it('[SPEC 1.4, 3.16, 7.60] is opened with title, description, category and priority', async () => {
    const { open, detail } = ticketsOf(server, worker);
    const ticket = await open({ priority: 'HIGH', title: '  The map is empty ' });
    expect(ticket).toMatchObject({
      title: 'The map is empty',
      description: 'Since\nthis morning.',
      category: 'SUPPORT',
      priority: 'HIGH',
      status: 'OPEN',
      clientUsername: worker.username,
      device: null,
      version: 1,
      messageCount: 0,
      unreadCount: 0,
      lastMessage: null,
    });
    expect(Date.parse(ticket.date)).toBeGreaterThan(0);
    expect(await detail(ticket.id)).toEqual({ ...ticket, side: 'MINE', mayChange: true });
    expect(await ticketsOf(server, boss).detail(ticket.id)).toMatchObject({ side: 'SUBORDINATES', unreadCount: 1 });
  });

  it.each(specCategories)('[SPEC 3.31] can be of the category %s', async (category) => {
    expect((await ticketsOf(server, worker).open({ category })).category).toBe(category);
  });

  it.each(specPriorities)('[SPEC 4.17] can be of the priority %s', async (priority) => {
    expect((await ticketsOf(server, worker).open({ priority })).priority).toBe(priority);
  });

  it('[SPEC 3.31, 4.17] can be of no other category or priority', () => {
    expect(presets.everything.ticketCategories).toEqual(specCategories);
    expect(ticketPriorities).toEqual(specPriorities);
  });

  it('is opened once, however often it is tried', async () => {
    const { open, mine } = ticketsOf(server, await server.createAdmin({ access: 'FULL_ACCESS' }));
    const clientId = randomUUID();
    const tries = await Promise.all(Array.from({ length: 5 }, () => open({ clientId })));
    expect(new Set(tries.map(({ id }) => id)).size).toBe(1);
    expect(await mine()).toHaveLength(1);
  });

  it.each([
    [{ title: ' ' }, 'Please write a title.'],
    [{ title: 'x'.repeat(ticketLimits.titleMaxLength + 1) }, 'A title has at most'],
    [{ description: '' }, 'Please describe what this is about.'],
    [{ description: 'x'.repeat(ticketLimits.descriptionMaxLength + 1) }, 'A description has at most'],
    [{ category: 'NONE' }, 'category'],
    [{ priority: 'URGENT' }, 'priority'],
    [{ clientId: '1' }, 'clientId'],
  ])('is refused with %j, and nothing is stored', async (wrong, words) => {
    const before = await ticketsOf(server, worker).mine({ pageSize: 500 });
    const input = { title: 'T', description: 'D', category: 'OTHER', ...wrong } as InputOf<typeof createTicket>;
    const { status, error } = await server.api(createTicket, input, worker.token);
    expect(status).toBe(400);
    expect(error).toContain(words);
    expect(await ticketsOf(server, worker).mine({ pageSize: 500 })).toHaveLength(before.length);
  });
});

describe('who sees it', () => {
  it('[SPEC 1.9, 2.70, 2.71, 7.57, 7.59] its opener among theirs, those above and who has the device among subordinates', async () => {
    const own = await ticketsOf(server, worker).open({ title: 'Who sees this' });
    const device = await joinDevice(server, { ownerId: boss.userId });
    const theirs = await openOnDevice(device.deviceId);
    const ids = async (admin: TestAdmin, list: 'mine' | 'assigned') =>
      (await ticketsOf(server, admin)[list]({ pageSize: 500 })).map(({ id }) => id);
    expect(await ids(worker, 'mine')).toContain(own.id);
    expect(await ids(worker, 'assigned')).toEqual([]);
    expect(await ids(boss, 'mine')).not.toContain(own.id);
    expect(await ids(boss, 'assigned')).toEqual(expect.arrayContaining([own.id, theirs]));
    expect([...(await ids(stranger, 'mine')), ...(await ids(stranger, 'assigned'))]).toEqual([]);
    expect(await ids(server.admin, 'assigned')).toEqual(expect.arrayContaining([own.id, theirs]));
    const [listed] = (await ticketsOf(server, boss).assigned({ search: `#${theirs}` })) ?? [];
    expect(listed).toMatchObject({ clientUsername: device.username, device: { deviceId: device.deviceId } });
  });

  it('everybody further up, too; and nobody any more who is not', async () => {
    const top = await server.createAdmin({ access: 'FULL_ACCESS' });
    const own = await ticketsOf(server, worker).open({ title: 'For the top' });
    await reportTo(server, boss, top);
    expect((await ticketsOf(server, top).assigned({ search: 'For the top' })).map(({ id }) => id)).toEqual([own.id]);
    await reportTo(server, boss, null);
    expect(await ticketsOf(server, top).assigned({ search: 'For the top' })).toEqual([]);
    expect((await server.api(ticketDetail, { ticketId: own.id }, top.token)).status).toBe(404);
  });

  const about: [Endpoint, object][] = [
    [ticketDetail, {}],
    [ticketMessages, {}],
    [ticketContent, {}],
    [updateTicket, { version: 1, status: 'CLOSED' }],
    [addTicketMessage, { clientId: randomUUID(), text: 'Hello' }],
    [readTicketMessages, {}],
  ];
  it.each(about.map(([endpoint, input]) => [endpoint.path, endpoint, input] as const))(
    'nobody else: %s answers as if there were none',
    async (_, endpoint, input) => {
      const { id } = await ticketsOf(server, worker).open();
      const another = await server.api(endpoint, { ticketId: id, ...input }, stranger.token);
      const none = await server.api(endpoint, { ticketId: 999_999, ...input }, stranger.token);
      expect([another.status, another.errorCode]).toEqual([404, 'ticket_not_found']);
      expect(another.error).toBe(none.error);
      expect(await ticketsOf(server, worker).detail(id)).toMatchObject({ status: 'OPEN', messageCount: 0 });
    },
  );

  it.each<[AccessLevel, number[]]>([
    ['NO_ACCESS', [404, 404, 404, 404, 404, 404]],
    ['READ_ONLY', [200, 200, 200, 403, 403, 403]],
    ['FULL_ACCESS', [200, 200, 200, 200, 409, 200]],
  ])('[SPEC 6.7] with %s to subordinates’ tickets each call is open or not', async (level, expected) => {
    const admin = await server.createAdmin({ access: { SUBORDINATES_TICKETS: level } });
    await reportTo(server, worker, admin);
    const { id } = await ticketsOf(server, worker).open();
    const found = [];
    // The call with a file is tested in ticket-files.test.ts.
    const { READ_ONLY, FULL_ACCESS } = ticketCalls;
    expect([...about.map(([endpoint]) => endpoint), addTicketFile]).toEqual([...READ_ONLY, ...FULL_ACCESS]);
    for (const [endpoint, input] of about) {
      found.push((await server.api(endpoint, { ticketId: id, ...input }, admin.token)).status);
    }
    await reportTo(server, worker, boss);
    expect(found).toEqual(expected);
    const { mayChange } = await ticketsOf(server, boss).detail(id);
    expect(mayChange).toBe(true);
  });

  it('its own opener neither changes it nor writes to it with Read Only', async () => {
    const admin = await server.createAdmin({ access: { MY_TICKETS: 'READ_ONLY', ADD_TICKET: 'FULL_ACCESS' } });
    const tickets = ticketsOf(server, admin);
    const { id } = await tickets.open();
    expect(await tickets.detail(id)).toMatchObject({ side: 'MINE', mayChange: false });
    expect((await tickets.say(id, 'More')).status).toBe(403);
    const update = await server.api(updateTicket, { ticketId: id, version: 1, status: 'CLOSED' }, admin.token);
    expect([update.status, update.errorCode]).toEqual([403, 'not_allowed']);
  });
});

describe('the lists', () => {
  it('begin with what needs attention: unread, going on, urgent, old', async () => {
    const { boss: above, worker: below } = await createStaff(server);
    const { open, say } = ticketsOf(server, below);
    const low = await open({ priority: 'LOW' });
    const critical = await open({ priority: 'CRITICAL' });
    const seen = await open({ priority: 'CRITICAL' });
    const closed = await open({ priority: 'CRITICAL' });
    const older = await open({ priority: 'HIGH' });
    const newer = await open({ priority: 'HIGH' });
    for (const { id } of [seen, closed, older, newer]) {
      await server.api(readTicketMessages, { ticketId: id }, above.token);
    }
    await server.api(updateTicket, { ticketId: closed.id, version: 1, status: 'CLOSED' }, above.token);
    const order = [critical, low, seen, older, newer, closed].map(({ id }) => id);
    const list = async (input: InputOf<typeof assignedTickets>) =>
      (await ticketsOf(server, above).assigned(input)).map(({ id }) => id);
    expect(await list({})).toEqual(order);
    expect(await list({ sortDirection: 'desc' })).toEqual(order.toReversed());
    await say(newer.id, 'Are you there?');
    expect(await list({})).toEqual([critical, newer, low, seen, older, closed].map(({ id }) => id));
    expect(await list({ page: 2, pageSize: 2 })).toEqual([low.id, seen.id]);
    expect(await list({ filter: { unread: true } })).toEqual([critical.id, newer.id, low.id]);
    expect(await list({ filter: { ongoing: false } })).toEqual([closed.id]);
    const { envelope } = await server.api(assignedTickets, { pageSize: 4 }, above.token);
    expect(envelope.meta.pagination).toEqual({ page: 1, pageSize: 4, totalItems: 6, totalPages: 2 });
  });

  it('are sorted, narrowed and searched by what they show', async () => {
    const admin = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { open, mine } = ticketsOf(server, admin);
    const b = await open({ title: 'Bravo', category: 'BILLING', priority: 'HIGH', description: '100% sure' });
    const a = await open({ title: 'alpha', category: 'OTHER', priority: 'LOW', description: 'A_b' });
    const c = await open({ title: 'Charlie', category: 'GENERAL', priority: 'CRITICAL' });
    await server.api(updateTicket, { ticketId: b.id, version: 1, status: 'ANSWERED' }, admin.token);
    const ids = async (input: InputOf<typeof createdTickets>) => (await mine(input)).map(({ id }) => id);
    expect(await ids({ sortBy: 'title' })).toEqual([a.id, b.id, c.id]);
    expect(await ids({ sortBy: 'category' })).toEqual([b.id, c.id, a.id]);
    expect(await ids({ sortBy: 'priority', sortDirection: 'desc' })).toEqual([c.id, b.id, a.id]);
    expect(await ids({ sortBy: 'status' })).toEqual([a.id, c.id, b.id]);
    expect(await ids({ sortBy: 'date', sortDirection: 'desc' })).toEqual([c.id, a.id, b.id]);
    expect(await ids({ filter: { status: 'ANSWERED' } })).toEqual([b.id]);
    expect(await ids({ filter: { priority: 'LOW', category: 'OTHER' } })).toEqual([a.id]);
    expect(await ids({ search: 'BRAV' })).toEqual([b.id]);
    expect(await ids({ search: '100%' })).toEqual([b.id]);
    expect(await ids({ search: 'a_b' })).toEqual([a.id]);
    expect(await ids({ search: admin.username, sortBy: 'id' })).toEqual([b.id, a.id, c.id]);
    expect(await ids({ search: String(c.id) })).toContain(c.id);
    expect(await ids({ search: 'nothing of this' })).toEqual([]);
  });

  it('are counted for the sidebar, and not where there is no access', async () => {
    const { boss: above, worker: below } = await createStaff(server);
    const counts = async ({ token }: TestAdmin) => (await server.api(ticketCounts, {}, token)).envelope.data;
    const first = await ticketsOf(server, below).open();
    await ticketsOf(server, below).open();
    expect(await counts(above)).toEqual({ mine: { open: 0, unread: 0 }, subordinates: { open: 2, unread: 2 } });
    await ticketsOf(server, above).say(first.id, 'We look at it.');
    await server.api(readTicketMessages, { ticketId: first.id }, above.token);
    expect(await counts(above)).toMatchObject({ subordinates: { open: 2, unread: 1 } });
    expect(await counts(below)).toMatchObject({ mine: { open: 2, unread: 1 } });
    const { version } = await ticketsOf(server, above).detail(first.id);
    await server.api(updateTicket, { ticketId: first.id, version, status: 'CLOSED' }, above.token);
    expect(await counts(below)).toMatchObject({ mine: { open: 1, unread: 1 } });
    const blind = await server.createAdmin({ access: { MY_TICKETS: 'READ_ONLY' } });
    expect(await counts(blind)).toEqual({ mine: { open: 0, unread: 0 }, subordinates: null });
  });
});
