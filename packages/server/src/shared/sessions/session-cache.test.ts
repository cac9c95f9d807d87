import { deviceList, logout, type Endpoint } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestAdmin, type TestServer } from '../../testing/servers/test-server.ts';
import { createSessionCache } from './session-cache.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const status = async ({ token }: TestAdmin, endpoint: Endpoint = deviceList) =>
  (await server.api(endpoint, {}, token)).status;

const demote = ({ userId }: TestAdmin) =>
  sql`update users set admin_role = 'NON_ADMIN' where id = ${userId}`.execute(server.services.db);

describe('a session that was just used', () => {
  it('is refused at once after logout', async () => {
    const admin = await server.createAdmin();
    expect(await status(admin)).toBe(200);
    await server.api(logout, {}, admin.token);
    expect(await status(admin)).toBe(401);
  });

  it('is refused at once after demotion', async () => {
    const admin = await server.createAdmin();
    expect(await status(admin)).toBe(200);
    await demote(admin);
    server.services.bus.publish('accessChanged', { userId: admin.userId });
    expect(await status(admin)).toBe(403);
  });

  it('is refused when the demotion overtakes the reading of it', async () => {
    const admin = await server.createAdmin();
    const cache = createSessionCache(server.services);
    const reading = cache.find(admin.token);
    await demote(admin);
    server.services.bus.publish('accessChanged', { userId: admin.userId });
    await reading;
    expect((await cache.find(admin.token))?.adminRole).toBe('NON_ADMIN');
  });
});

describe('the sessions that were just read', () => {
  it('are read again after a second, with or without an event', async () => {
    const admin = await server.createAdmin();
    let now = 0;
    const cache = createSessionCache(server.services, () => now);
    expect((await cache.find(admin.token))?.adminRole).toBe('ADMIN');
    await demote(admin);
    now = 999;
    expect((await cache.find(admin.token))?.adminRole).toBe('ADMIN');
    now = 1000;
    expect((await cache.find(admin.token))?.adminRole).toBe('NON_ADMIN');
  });

  it('have no entry for an unknown token', async () => {
    const cache = createSessionCache(server.services);
    const token = 'A'.repeat(43);
    expect(await cache.find(token)).toBeNull();
    expect(await cache.find('short')).toBeNull();
  });
});
