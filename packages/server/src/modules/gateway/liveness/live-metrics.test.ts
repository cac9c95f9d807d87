import { randomUUID } from 'node:crypto';
import { dashboard, type DashboardMetrics } from '@fairwatch/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openConsole } from '../../../testing/open-console.ts';
import { joinDevice, RawDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const shown = async ({ token }: Pick<TestAdmin, 'token'>) => (await server.api(dashboard, {}, token)).envelope.data;

/** Takes the maximum over all hours, because a new hour may begin while the test runs. */
const mostActive = ({ activeUsers }: DashboardMetrics) => Math.max(...activeUsers.points.map(({ users }) => users));

it('[SPEC 2.48, 2.49] devices that come and go change the figures of those who have them, and consoles are told', async () => {
  const [owner, other] = [await server.createAdmin(), await server.createAdmin()];
  const open = await openConsole(server, owner);
  const device = await joinDevice(server, { ownerId: owner.userId });
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  await vi.waitFor(async () => {
    const figures = await shown(owner);
    expect(figures).toMatchObject({ activeDevicesCount: 1, devicesCount: 1, usersCount: 1 });
    expect(mostActive(figures)).toBe(1);
  });
  await vi.waitFor(() => expect(open.heard('figures')).toBe(true));
  expect(await shown(other)).toMatchObject({ activeDevicesCount: 0, devicesCount: 0, usersCount: 0 });
  raw.socket.close();
  await vi.waitFor(async () => expect(await shown(owner)).toMatchObject({ activeDevicesCount: 0 }));
  expect(mostActive(await shown(owner))).toBe(1);
  open.socket.close();
});

it('an admin who is assigned a device counts its person as active, once', async () => {
  const admin = await server.createAdmin();
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  const assign = { user_id: admin.userId, device_id: device.deviceId };
  for (let time = 0; time < 2; time += 1) {
    await server.services.db.insertInto('device_assignments').values(assign).execute();
    server.services.bus.publish('changed', { feature: 'assignments', deviceId: null, userId: admin.userId });
    await vi.waitFor(async () => {
      const figures = await shown(admin);
      expect(figures.activeDevicesCount).toBe(1);
      expect(mostActive(figures)).toBe(1);
    });
    await server.services.db.deleteFrom('device_assignments').where('user_id', '=', admin.userId).execute();
    server.services.bus.publish('changed', { feature: 'assignments', deviceId: null, userId: admin.userId });
    await vi.waitFor(async () => expect((await shown(admin)).activeDevicesCount).toBe(0));
  }
  raw.socket.close();
});

it('the online counts of a server that was killed are removed', async () => {
  const { db, bus } = server.services;
  await db.insertInto('online_counts').values({ node: randomUUID(), scope: 0, devices: 99 }).execute();
  // Its node is dead, so no server recounts it meanwhile.
  expect((await shown(server.admin)).activeDevicesCount).toBeLessThan(99);
  bus.publish('changed', { feature: 'devices', deviceId: null });
  await vi.waitFor(async () => {
    expect(await db.selectFrom('online_counts').selectAll().where('devices', '=', 99).execute()).toEqual([]);
  });
});
