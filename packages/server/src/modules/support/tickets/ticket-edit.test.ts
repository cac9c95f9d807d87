import { ticketStatuses, updateTicket, type TicketStatus } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from '../../../testing/person.ts';
import { joinDevice } from '../../../testing/test-device.ts';
import { createStaff, ticketsOf } from '../../../testing/test-tickets.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let boss: TestAdmin;
let worker: TestAdmin;
beforeAll(async () => {
  ({ boss, worker } = await createStaff(server));
});

const update = (ticketId: number, version: number, wanted: object, admin = boss) =>
  server.api(updateTicket, { ticketId, version, ...wanted }, admin.token);

/** The allowed status transitions of the design, written out. */
const allowed: Record<TicketStatus, TicketStatus[]> = {
  OPEN: ['IN_PROGRESS', 'ANSWERED', 'CLOSED', 'CANCELLED'],
  IN_PROGRESS: ['OPEN', 'ANSWERED', 'CLOSED', 'CANCELLED'],
  ANSWERED: ['OPEN', 'IN_PROGRESS', 'CLOSED', 'CANCELLED'],
  CLOSED: ['OPEN'],
  CANCELLED: [],
};
const table = ticketStatuses.flatMap((from) =>
  ticketStatuses.filter((to) => to !== from).map((to) => [from, to] as const),
);

describe('the status of a ticket', () => {
  it.each(table)('[SPEC 4.15, 4.16, 7.58] from %s to %s', async (from, to) => {
    const { id } = await ticketsOf(server, worker).open();
    await sql`update tickets set status = ${from} where id = ${id}`.execute(server.services.db);
    const { status, error } = await update(id, 1, { status: to, priority: 'CRITICAL' });
    const after = await ticketsOf(server, boss).detail(id);
    const changed = { status: to, priority: 'CRITICAL', version: 2 };
    const kept = { status: from, priority: 'MEDIUM', version: 1 };
    const may = allowed[from].includes(to);
    expect(after).toMatchObject(may ? changed : kept);
    expect(status).toBe(may ? 200 : 409);
    expect(error).toMatch(may ? /^$/ : /^A conversation that is \w+ cannot become [\w ]+\.$/);
  });

  it('is set by its opener, too', async () => {
    const { id } = await ticketsOf(server, worker).open();
    expect((await update(id, 1, { status: 'CLOSED' }, worker)).envelope.data).toMatchObject({ status: 'CLOSED' });
    expect((await update(id, 2, { status: 'OPEN' }, worker)).envelope.data).toMatchObject({
      status: 'OPEN',
      version: 3,
    });
  });

  it('is no status of another name', async () => {
    const { id } = await ticketsOf(server, worker).open();
    expect((await update(id, 1, { status: 'DONE' })).status).toBe(400);
  });
});

describe('two who edit at once', () => {
  it('do not overwrite each other: the second learns who changed it, and loses nothing', async () => {
    const { id } = await ticketsOf(server, worker).open();
    expect((await update(id, 1, { priority: 'HIGH', status: 'IN_PROGRESS' })).status).toBe(200);
    const late = await update(id, 1, { priority: 'LOW' }, worker);
    expect([late.status, late.errorCode]).toEqual([409, 'ticket_changed']);
    expect(late.error).toContain(
      `${boss.username} changed this conversation meanwhile: it is in progress, high priority, support.`,
    );
    expect((await update(id, 2, { priority: 'LOW' }, worker)).envelope.data).toMatchObject({
      priority: 'LOW',
      version: 3,
    });
  });

  it('at the very same moment: one of them', async () => {
    const { id } = await ticketsOf(server, worker).open();
    const tries = await Promise.all(
      (['LOW', 'HIGH', 'CRITICAL'] as const).map((priority) => update(id, 1, { priority })),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await ticketsOf(server, boss).detail(id)).toMatchObject({ version: 2 });
  });

  it('may make the same edit: repeating it changes nothing', async () => {
    const { id } = await ticketsOf(server, worker).open();
    for (let turn = 0; turn < 3; turn += 1) expect((await update(id, 1, { status: 'CLOSED' })).status).toBe(200);
    expect(await ticketsOf(server, boss).detail(id)).toMatchObject({ version: 2, status: 'CLOSED' });
  });
});

describe('an edit is written down', () => {
  it('in the log of the device whose person opened it', async () => {
    const device = await joinDevice(server, { ownerId: boss.userId });
    const { rows } = await sql<{ id: number }>`
      insert into tickets (client_id, opened_by, device_id, title, description, category, priority, changed_by, search_text)
      select gen_random_uuid(), user_id, id, 'T', 'D', 'OTHER', 'LOW', '', '' from devices
      where id = ${device.deviceId} returning id`.execute(server.services.db);
    const ticketId = rows[0]?.id ?? 0;
    await update(ticketId, 1, { status: 'IN_PROGRESS' });
    const entry = (await auditOf(server, device)).find(({ action }) => action === 'TICKET');
    expect(entry).toMatchObject({
      by: boss.username,
      details: { ticketId, before: 'open, low priority, other', after: 'in progress, low priority, other' },
    });
  });

  it('in the access log when an admin opened it; not when nothing changed', async () => {
    const { id } = await ticketsOf(server, worker).open();
    await update(id, 1, { status: 'OPEN' });
    await update(id, 1, { priority: 'HIGH' });
    await update(id, 2, { status: 'CANCELLED' });
    await update(id, 3, { status: 'OPEN' });
    const { rows } = await sql`
      select actor_name as who, account_name as whose, before ->> 'status' as before, after ->> 'status' as after
      from access_entries where action = 'TICKET' and after ->> 'ticketId' = ${String(id)} order by id`.execute(
      server.services.db,
    );
    expect(rows).toEqual([
      { who: boss.username, whose: worker.username, before: 'open', after: 'open' },
      { who: boss.username, whose: worker.username, before: 'open', after: 'cancelled' },
    ]);
  });
});
