import { randomUUID } from 'node:crypto';
import { featurePermissions, profile } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recountOnline } from '../../../shared/device-state/fleet-counts.store.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let admin: TestAdmin;

interface NewDevice {
  person: string;
  osVersion?: string;
  appVersion?: string;
  node?: string | null;
  left?: boolean;
}

const aliveNode = randomUUID();
const deadNode = randomUUID();

async function addDevice({ person, osVersion = '16', appVersion = '1.0', node = null, left = false }: NewDevice) {
  const { db } = server.services;
  const found = await db.selectFrom('users').select('id').where('username', '=', person).executeTakeFirst();
  const user =
    found ??
    (await db
      .insertInto('users')
      .values({ username: person, user_type: 'USER', admin_role: 'NON_ADMIN' })
      .returning('id')
      .executeTakeFirstOrThrow());
  const { id } = await db
    .insertInto('devices')
    .values({
      unique_uuid: randomUUID(),
      user_id: user.id,
      name: 'Phone',
      model: 'P1',
      os_name: 'Android',
      os_version: osVersion,
      app_name: 'Fairwatch',
      app_version: appVersion,
      capabilities: ['DEVICE_INFO'],
      gateway_node_id: node,
      left_at: left ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createAdmin({ access: { CONTACTS: 'READ_ONLY', DEVICE_INFO: 'READ_ONLY' } });
  const { db } = server.services;
  await db
    .insertInto('gateway_nodes')
    .values([
      { id: aliveNode, alive_until: sql`now() + interval '1 hour'` },
      { id: deadNode, alive_until: sql`now() + interval '1 hour'` },
    ])
    .execute();
  const mine = [
    await addDevice({ person: 'ann', node: aliveNode }),
    await addDevice({ person: 'ann', osVersion: '15', appVersion: '1.1' }),
    await addDevice({ person: 'bob', node: deadNode }),
    await addDevice({ person: 'eve', left: true }),
  ];
  await addDevice({ person: 'cat', appVersion: '2.0', node: aliveNode });
  // The running gateway may delete this expired node; its devices are offline either way.
  await db
    .updateTable('gateway_nodes')
    .set({ alive_until: sql`now() - interval '1 second'` })
    .where('id', '=', deadNode)
    .execute();
  await db
    .insertInto('device_assignments')
    .values(mine.map((device_id) => ({ user_id: admin.userId, device_id })))
    .execute();
  await db
    .insertInto('users')
    .values({ username: 'hopeful', email: 'h@example.org', user_type: 'ADMIN', admin_role: 'PENDING' })
    .execute();
  for (const node of [aliveNode, deadNode]) await recountOnline(db, node);
});
afterAll(() => server.close());

const read = async (token: string) => (await server.api(profile, {}, token)).envelope.data;

describe('the profile', () => {
  it('[SPEC 7.12] counts what an admin supervises, and nothing else', async () => {
    expect(await read(admin.token)).toMatchObject({
      userId: String(admin.userId),
      username: admin.username,
      userType: 'ADMIN',
      adminRole: 'ADMIN',
      accessibleUsersCount: 2,
      totalDevicesCount: 3,
      activeDevicesCount: 1,
      osVersionCounts: { 'Android 15': 1, 'Android 16': 2 },
      deviceCountPerAppVersion: { '1.0': 2, '1.1': 1 },
      // Nobody reports to them.
      adminUsersCount: 1,
      pendingAdminUsers: [],
      customSidebar: null,
    });
  });

  it('counts everything for a SUPER_ADMIN, and shows who waits', async () => {
    expect(await read(server.admin.token)).toMatchObject({
      accessibleUsersCount: 3,
      totalDevicesCount: 4,
      activeDevicesCount: 2,
      deviceCountPerAppVersion: { '1.0': 2, '1.1': 1, '2.0': 1 },
      adminUsersCount: 2,
      pendingAdminUsers: [{ id: expect.any(Number), username: 'hopeful', email: 'h@example.org' }],
    });
  });

  it('shows pending accounts to admins who may promote them', async () => {
    const promoter = await server.createAdmin({ access: { ROLE_MANAGER: 'READ_ONLY' } });
    expect((await read(promoter.token)).pendingAdminUsers).toHaveLength(1);
  });

  it('[SPEC 3.10] carries the months and how the server is doing, once that was sampled', async () => {
    const sampled = await vi.waitFor(async () => {
      const { serverStats } = await read(admin.token);
      expect(serverStats).not.toBeNull();
      return serverStats;
    });
    expect(sampled?.memory).toBeGreaterThan(0);
    expect(sampled?.diskFree).toBeLessThanOrEqual(sampled?.diskTotal ?? 0);
    expect((await read(admin.token)).countPerMonthDTOS).toHaveLength(12);
  });

  it('[SPEC 3.6] lists every feature permission with its access', async () => {
    const { featureAccessDTOs } = await read(admin.token);
    expect(featureAccessDTOs.map(({ featurePermission }) => featurePermission)).toEqual(featurePermissions);
    expect(new Set(featureAccessDTOs.map(({ id }) => id)).size).toBe(featurePermissions.length);
    const held = featureAccessDTOs.filter(({ featureAccess }) => featureAccess !== 'NO_ACCESS');
    expect(held).toMatchObject([
      { featurePermission: 'CONTACTS', featureAccess: 'READ_ONLY' },
      { featurePermission: 'DEVICE_INFO', featureAccess: 'READ_ONLY' },
    ]);
  });

  it('has no metrics for a pending account', async () => {
    const pending = await server.createAdmin({ role: 'PENDING', access: 'FULL_ACCESS' });
    expect(await read(pending.token)).toMatchObject({
      adminRole: 'PENDING',
      accessibleUsersCount: 0,
      adminUsersCount: 0,
      totalDevicesCount: 0,
      activeDevicesCount: 0,
      osVersionCounts: {},
      pendingAdminUsers: [],
      countPerMonthDTOS: null,
      serverStats: null,
    });
  });
});
