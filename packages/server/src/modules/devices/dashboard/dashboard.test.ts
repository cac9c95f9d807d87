import { dashboard, profile, type InputOf, type TicketPriority } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice } from '../../../testing/test-device.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
let ann: TestAdmin;
let ben: TestAdmin;

const shown = async ({ token }: Pick<TestAdmin, 'token'>) => (await server.api(dashboard, {}, token)).envelope.data;

/** Opens a ticket as the person of a device does. */
async function openTicket(deviceId: number, title: string, priority: TicketPriority, status = 'OPEN'): Promise<void> {
  await sql`
    insert into tickets (client_id, opened_by, device_id, title, description, category, priority, status, changed_by, search_text)
    select gen_random_uuid(), user_id, id, ${title}, 'words', 'SUPPORT', ${priority}, ${status}, username, ${title}
    from devices where id = ${deviceId}`.execute(server.services.db);
}

const phones = [
  ['ann', '16', '1.0.19'],
  ['ann', '15', '1.0.20'],
  ['ann', '16', '1.0.20'],
  ['ben', '16', '1.0.20'],
] as const;

beforeAll(async () => {
  ann = await server.createAdmin({ access: { SUBORDINATES_TICKETS: 'READ_ONLY', DEVICE_INFO: 'READ_ONLY' } });
  ben = await server.createAdmin({ access: { ROLE_MANAGER: 'READ_ONLY', DEVICE_INFO: 'READ_ONLY' } });
  const joined = [];
  for (const [owner, osVersion, appVersion] of phones) {
    const { userId: ownerId } = owner === 'ann' ? ann : ben;
    joined.push(await joinDevice(server, { ownerId, facts: { osVersion, appVersion } }));
  }
  const [first = 0, second = 0, , bens = 0] = joined.map(({ deviceId }) => deviceId);
  await openTicket(first, 'Slow', 'LOW');
  await openTicket(second, 'On fire', 'CRITICAL');
  await openTicket(second, 'Was on fire', 'CRITICAL', 'CLOSED');
  await openTicket(bens, "Ben's", 'HIGH');
});

describe('the dashboard', () => {
  it('[SPEC 2.48, 2.50] counts what each admin has, and nothing of the other', async () => {
    expect(await shown(ann)).toMatchObject({
      devicesCount: 3,
      usersCount: 3,
      adminsCount: 1,
      appVersions: {
        versions: [
          { name: '1.0.20', devices: 2 },
          { name: '1.0.19', devices: 1 },
        ],
        otherDevices: 0,
      },
      osVersions: {
        versions: [
          { name: 'Android 16', devices: 2 },
          { name: 'Android 15', devices: 1 },
        ],
      },
    });
    expect(await shown(ben)).toMatchObject({
      devicesCount: 1,
      usersCount: 1,
      appVersions: { versions: [{ name: '1.0.20', devices: 1 }] },
    });
    expect(await shown(server.admin)).toMatchObject({ devicesCount: 4, usersCount: 4, adminsCount: 3 });
  });

  it('[SPEC 2.52, 3.7] lists the tickets that go on, the most urgent first, to who may answer them', async () => {
    const { tickets } = await shown(ann);
    expect(tickets.map(({ title, priority, side }) => [title, priority, side])).toEqual([
      ['On fire', 'CRITICAL', 'SUBORDINATES'],
      ['Slow', 'LOW', 'SUBORDINATES'],
    ]);
    expect((await server.api(profile, {}, ann.token)).envelope.data.tickets).toEqual(tickets);
    expect((await shown(ben)).tickets).toEqual([]);
    const superior = await server.createAdmin({ role: 'SUPER_ADMIN', access: 'FULL_ACCESS' });
    expect((await shown(superior)).tickets.map(({ title }) => title)).toEqual(['On fire', "Ben's", 'Slow']);
  });

  it('leaves the tickets out of the profile on a page that does not show them, and writes no line about them', async () => {
    const looker = await server.createAdmin({ role: 'SUPER_ADMIN', access: 'FULL_ACCESS' });
    const lines = async () =>
      (
        await sql`select from audit_entries where actor_id = ${looker.userId} and action = 'READ'`.execute(
          server.services.db,
        )
      ).rows.length;
    const read = async (input: InputOf<typeof profile>) =>
      (await server.api(profile, input, looker.token)).envelope.data.tickets;
    expect(await read({ tickets: false })).toEqual([]);
    expect(await lines()).toBe(0);
    expect(await read({})).not.toEqual([]);
    expect(await lines()).toBeGreaterThan(0);
  });

  it('[SPEC 2.53] lists who waits, the newest first, to who may open the page where they are promoted', async () => {
    const [older, newer] = [
      await server.createAdmin({ role: 'PENDING' }),
      await server.createAdmin({ role: 'PENDING' }),
    ];
    const theirs = await server.createAdmin({ role: 'PENDING' });
    await sql`update users set reports_to = ${ann.userId} where id = ${theirs.userId}`.execute(server.services.db);
    const ids = (await shown(ben)).pendingUsers.map(({ id }) => id);
    expect(ids).toEqual([newer.userId, older.userId]);
    expect((await shown(ann)).pendingUsers).toEqual([]);
    expect((await shown(server.admin)).pendingUsers.map(({ id }) => id)).toEqual([theirs.userId, ...ids]);
  });

  it('refuses a range that does not exist', async () => {
    const answer = await server.api(dashboard, { activeRange: 'CENTURY' as 'DAY' }, ann.token);
    expect(answer.status).toBe(400);
  });

  it('refuses who waits for a role', async () => {
    const pending = await server.createAdmin({ role: 'PENDING', access: 'FULL_ACCESS' });
    expect((await server.api(dashboard, {}, pending.token)).status).toBe(403);
  });
});
