import { randomUUID } from 'node:crypto';
import { deviceSocketClose } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { awaitStatus, joinDevice, RawDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import type { BusEvents } from '../../../shared/server-bus.ts';
import { removeDeadNodes } from '../../../shared/presence/presence.store.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('[SPEC 4.18] a device that freezes is Offline within 30 seconds', async () => {
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  raw.freeze();
  const frozen = Date.now();
  // The server's clock is frozen a second before the limit: what it does not notice now, it would notice too late.
  server.scheduler.hold(frozen + 29_000);
  onTestFinished(server.scheduler.release);
  await awaitStatus(server, device.deviceId, 'Offline');
  raw.socket.resume();
  expect(await raw.closed).toBe(deviceSocketClose.silent);
  const { last_seen_at } = await server.services.db
    .selectFrom('devices')
    .select('last_seen_at')
    .where('id', '=', device.deviceId)
    .executeTakeFirstOrThrow();
  expect(last_seen_at?.getTime()).toBeLessThanOrEqual(frozen);
});

it('[SPEC 4.18] the devices of a server that was killed are Offline, and everyone is told', async () => {
  const { db, bus } = server.services;
  const device = await joinDevice(server);
  const killed = randomUUID();
  await sql`insert into gateway_nodes (id, alive_until) values (${killed}, now() + interval '1 hour')`.execute(db);
  await sql`update devices set gateway_node_id = ${killed} where id = ${device.deviceId}`.execute(db);
  await awaitStatus(server, device.deviceId, 'Online');
  const told = new Promise<void>((resolve) => {
    bus.subscribe('changed', ({ feature, deviceId }) => {
      if (feature === 'devices' && deviceId === device.deviceId) resolve();
    });
  });
  await sql`update gateway_nodes set alive_until = now() where id = ${killed}`.execute(db);
  await awaitStatus(server, device.deviceId, 'Offline');
  await told;
  const nodes = await sql`select from gateway_nodes where id = ${killed}`.execute(db);
  expect(nodes.rows).toEqual([]);
});

it('a server that was taken for dead claims its devices again', { tags: 'full' }, async () => {
  const { db } = server.services;
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  await awaitStatus(server, device.deviceId, 'Online');
  // Does what another server does after this one was silent for too long.
  const lost = await db.transaction().execute(async (transaction) => {
    await sql`update gateway_nodes set alive_until = now() - interval '1 second'`.execute(transaction);
    return await removeDeadNodes(transaction, 0);
  });
  expect(lost).toContainEqual(expect.objectContaining({ deviceId: device.deviceId }));
  await awaitStatus(server, device.deviceId, 'Online');
  expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  raw.socket.close();
});

it('a server that stops takes its devices offline', async () => {
  const other = await startTestServer();
  const device = await joinDevice(other);
  const raw = new RawDevice(other);
  await raw.hello(device.token);
  await awaitStatus(other, device.deviceId, 'Online');
  const removed = vi.fn<(event: BusEvents['changed']) => void>();
  other.services.bus.subscribe('changed', removed);
  await other.close();
  expect(await raw.closed).toBe(1001);
  expect(removed).toHaveBeenCalledWith({ feature: 'devices', deviceId: device.deviceId });
});
