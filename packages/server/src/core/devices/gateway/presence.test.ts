import { randomUUID } from 'node:crypto';
import { deviceSocketClose } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { awaitStatus, joinDevice, RawDevice } from '../../../testing/test-device.ts';
import type { BusEvents } from '../../bus.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('[SPEC 4.18] a device that freezes is Offline within 30 seconds', { timeout: 40_000 }, async () => {
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  // As of a process that is stopped: the connection is there, and nothing reads or writes on it.
  raw.socket.pause();
  const frozen = Date.now();
  await vi.waitFor(() => awaitStatus(server, device.deviceId, 'Offline'), { timeout: 30_000, interval: 0 });
  expect(Date.now() - frozen).toBeLessThan(30_000);
  raw.socket.resume();
  expect(await raw.closed).toBe(deviceSocketClose.silent);
  const { last_seen_at } = await server.services.db
    .selectFrom('devices')
    .select('last_seen_at')
    .where('id', '=', device.deviceId)
    .executeTakeFirstOrThrow();
  expect(last_seen_at?.getTime()).toBeLessThan(frozen + 1000);
});

it('[SPEC 4.18] the devices of a server that was killed are Offline, and everyone is told', async () => {
  const { db, bus } = server.services;
  const device = await joinDevice(server);
  const killed = randomUUID();
  await sql`insert into gateway_nodes (id, alive_until) values (${killed}, now() + interval '1 second')`.execute(db);
  await sql`update devices set gateway_node_id = ${killed} where id = ${device.deviceId}`.execute(db);
  await awaitStatus(server, device.deviceId, 'Online');
  const told = new Promise<void>((resolve) => {
    bus.subscribe('changed', ({ feature, deviceId }) => {
      if (feature === 'devices' && deviceId === device.deviceId) resolve();
    });
  });
  await awaitStatus(server, device.deviceId, 'Offline');
  await told;
  const nodes = await sql`select from gateway_nodes where id = ${killed}`.execute(db);
  expect(nodes.rows).toEqual([]);
});

it('a server that was taken for dead claims its devices again', async () => {
  const { db } = server.services;
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  await awaitStatus(server, device.deviceId, 'Online');
  await sql`delete from gateway_nodes`.execute(db);
  await awaitStatus(server, device.deviceId, 'Offline');
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
