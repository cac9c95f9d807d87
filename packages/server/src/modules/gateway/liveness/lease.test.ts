import { readyPath } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestCluster, type ClusterServer, type TestCluster } from '../../../testing/servers/test-cluster.ts';
import { awaitStatus, joinDevice, RawDevice } from '../../../testing/test-device.ts';

const tryAgainLater = 1013;

let cluster: TestCluster;
let server: ClusterServer;
beforeAll(async () => {
  cluster = await startTestCluster(1);
  [server] = cluster.servers as [ClusterServer];
});
afterAll(() => cluster.close());

async function readiness(): Promise<[number, string]> {
  const response = await fetch(new URL(readyPath, server.url));
  return [response.status, (await response.text()).trim()];
}

async function awaitReadiness(expected: [number, string]): Promise<void> {
  await vi.waitFor(async () => expect(await readiness()).toEqual(expected));
}

/** Makes every renewal fail, as when PostgreSQL cannot be reached. */
async function breakLease(): Promise<() => Promise<void>> {
  const { db } = server.services;
  await sql`alter table gateway_nodes rename to unreachable`.execute(db);
  return async () => void (await sql`alter table unreachable rename to gateway_nodes`.execute(db));
}

it('a server whose lease runs out lets its devices go and refuses others, until it is renewed', async () => {
  await awaitReadiness([200, 'ready']);
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  await awaitStatus(server, device.deviceId, 'Online');
  const mend = await breakLease();

  // A failed renewal alone changes nothing: the lease is valid for a while.
  await server.scheduler.runJobs(5000);
  expect(server.services.availability.lease.isLost).toBe(false);
  expect(raw.socket.readyState).toBe(raw.socket.OPEN);

  server.scheduler.hold(Date.now() + 16_000);
  await server.scheduler.runJobs(5000);
  expect(await raw.closed).toBe(tryAgainLater);
  await awaitReadiness([503, 'lease']);
  const refused = new RawDevice(server);
  await refused.opened;
  await expect(refused.hello(device.token)).rejects.toThrow(`Closed with ${tryAgainLater}`);

  await mend();
  server.scheduler.release();
  await server.scheduler.runJobs(5000);
  await awaitReadiness([200, 'ready']);
  // The device that went meanwhile is not taken for online, although nothing could be stored when it went.
  await awaitStatus(server, device.deviceId, 'Offline');
  const again = new RawDevice(server);
  await again.hello(device.token);
  await awaitStatus(server, device.deviceId, 'Online');
  again.socket.close();
  expect(server.logLines.some((line) => line.includes('presence.lease_lost'))).toBe(true);
  expect(server.logLines.some((line) => line.includes('presence.lease_regained'))).toBe(true);
});

it('the lease is renewed while the pool is busy, on a connection of its own', async () => {
  const before = server.services.availability.lease.renewedAt ?? 0;
  const goOn = await server.stall();
  server.scheduler.hold(Date.now() + 5000);
  // Not awaited: other jobs wait for the pool.
  const jobs = server.scheduler.runJobs(5000);
  await vi.waitFor(() => expect(server.services.availability.lease.renewedAt).toBeGreaterThan(before));
  await goOn();
  server.scheduler.release();
  await jobs;
});
