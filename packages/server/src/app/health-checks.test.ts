import { randomUUID } from 'node:crypto';
import { livePath, readyPath } from '@fairwatch/contract';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { connectDatabase } from '../core/database/connect.ts';
import { createAvailability } from '../shared/services/availability.ts';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';
import { buildApp } from './app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('says to anyone that the server is live and ready, in one word that nobody stores', async () => {
  for (const [path, word] of [
    [livePath, 'live'],
    [readyPath, 'ready'],
  ] as const) {
    await vi.waitFor(async () => {
      const response = await fetch(new URL(path, server.url));
      expect([response.status, await response.text()]).toEqual([200, `${word}\n`]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    });
    expect((await fetch(new URL(path, server.url), { method: 'HEAD' })).status).toBe(200);
  }
});

it('is live but not ready without the database, and tells nothing about it', async () => {
  const { db, close } = connectDatabase<never>({ host: '/nowhere', port: 5432 });
  const services = { ...server.services, db, availability: createAvailability() };
  const app = await buildApp(services as never);
  const ask = async (url: string) => {
    const { statusCode, body } = await app.fastify.inject({ method: 'GET', url });
    return [statusCode, body];
  };
  expect(await ask(livePath)).toEqual([200, 'live\n']);
  services.availability.lease = { renewedAt: server.services.scheduler.now(), lagMs: 0, isLost: false };
  expect(await ask(readyPath)).toEqual([503, 'database\n']);
  services.availability.lease = { renewedAt: null, lagMs: 0, isLost: false };
  expect(await ask(readyPath)).toEqual([503, 'lease\n']);
  await app.close();
  await close();
});

it('is ready while the bus of a cluster is not connected, because servers poll then', async () => {
  const identity = { id: randomUUID(), name: 'another', isCluster: true };
  const bus = { ...server.services.bus, status: () => ({ ...server.services.bus.status(), isConnected: false }) };
  const app = await buildApp({ ...server.services, server: identity, bus, availability: createAvailability() });
  const ask = async () => (await app.fastify.inject({ method: 'GET', url: readyPath })).body;
  await vi.waitFor(async () => expect(await ask()).toBe('ready\n'));
  await app.close();
});
