import { once } from 'node:events';
import { consoleSocketClose, consoleSocketPath, contacts, logout } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { openConsole as open } from '../../../testing/open-console.ts';
import { createTestScheduler } from '../../../testing/test-scheduler.ts';
import { awaitStep, joinDevice, startDevice, testContact, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let device: TestDevice;

beforeAll(async () => {
  // The server's timers run only when a test advances them.
  server = await startTestServer({
    publicUrl: 'https://console.example.org',
    scheduler: createTestScheduler({ repeats: 'never' }),
  });
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: owner.userId });
});
afterAll(() => server.close());

const openConsole = (admin: Pick<TestAdmin, 'token'>) => open(server, admin);
const letSweep = () => server.scheduler.runJobs(10_000);

function connect(query: Record<string, string>, headers: Record<string, string> = {}): WebSocket {
  const url = new URL(consoleSocketPath, server.url.replace('http', 'ws'));
  url.search = new URLSearchParams(query).toString();
  return new WebSocket(url, { headers });
}

/** Returns the HTTP status with which a socket is refused. */
async function refusal(query: Record<string, string>, headers?: Record<string, string>): Promise<number> {
  const socket = connect(query, headers);
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => undefined);
  socket.terminate();
  return (response as { statusCode: number }).statusCode;
}

describe('opening the console socket', () => {
  it('[SPEC 7.90] takes the token and userType=ADMIN, and answers a ping with text starting with Echo', async () => {
    const { socket, replies } = await openConsole(owner);
    socket.send(JSON.stringify({ type: 'ping' }));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    expect(replies[0]).toMatch(/^Echo: /);
    socket.close();
  });

  it('is refused without a valid token', async () => {
    expect(await refusal({ userType: 'ADMIN' })).toBe(401);
    expect(await refusal({ userType: 'ADMIN', token: 'A'.repeat(43) })).toBe(401);
    expect(await refusal({ userType: 'ADMIN', token: device.token })).toBe(401);
  });

  it('is refused with another user type', async () => {
    expect(await refusal({ token: owner.token })).toBe(400);
    expect(await refusal({ token: owner.token, userType: 'USER' })).toBe(400);
  });

  it('is refused to pages of other sites', async () => {
    const query = { token: owner.token, userType: 'ADMIN' };
    expect(await refusal(query, { origin: 'https://evil.example.com' })).toBe(403);
    expect(await refusal(query, { origin: 'null' })).toBe(403);
    for (const origin of [server.url, 'https://console.example.org']) {
      const socket = connect(query, { origin });
      await once(socket, 'open');
      socket.close();
    }
  });

  it('does not put the token into the log', () => {
    expect(server.logLines.filter((line) => line.includes(owner.token))).toEqual([]);
  });
});

describe('what changed', () => {
  it('is sent to admins who have the device, and to nobody else', async () => {
    const stranger = await openConsole(await server.createAdmin({ access: 'FULL_ACCESS' }));
    const [mine, superior] = await Promise.all([openConsole(owner), openConsole(server.admin)]);
    const client = startDevice(server, device, { collectors: { contacts: async () => [testContact('1')] } });
    const { deviceId } = device;
    await server.api(contacts.update, { deviceId }, owner.token);
    await awaitStep(server, deviceId, 'DONE');
    for (const { told } of [mine, superior]) {
      await vi.waitFor(() => {
        for (const feature of ['devices', 'commands', 'contacts']) {
          expect(told).toContainEqual({ messageType: 'CHANGED', feature, deviceId });
        }
      });
    }
    expect(stranger.told).toEqual([]);
    // A change that concerns no device reaches everyone.
    server.services.bus.publish('changed', { feature: 'profile', deviceId: null });
    await vi.waitFor(() =>
      expect(stranger.told).toEqual([{ messageType: 'CHANGED', feature: 'profile', deviceId: null }]),
    );
    await client.stop();
    for (const { socket } of [stranger, mine, superior]) socket.close();
  });

  it('is sent a few times a second at most', async () => {
    const { socket, told } = await openConsole(owner);
    const { deviceId } = device;
    const started = Date.now();
    for (let turn = 0; turn < 50; turn += 1) {
      server.services.bus.publish('changed', { feature: 'contacts', deviceId });
      await new Promise(setImmediate);
    }
    server.services.bus.publish('changed', { feature: 'vitals', deviceId });
    await vi.waitFor(() => expect(told).toContainEqual({ messageType: 'CHANGED', feature: 'vitals', deviceId }));
    const most = 2 + (Date.now() - started) / 250;
    expect(told.filter((message) => 'feature' in message && message.feature === 'contacts').length).toBeLessThan(most);
    socket.close();
  });
});

const catchUp = (socket: WebSocket, loadedMs: number) => socket.send(JSON.stringify({ type: 'catch-up', loadedMs }));

describe('a console that asks for what changed while its page loaded', () => {
  it('is sent the changes of that time, as far as its admin may know of them', async () => {
    const admin = await server.createAdmin({ access: 'READ_ONLY' });
    const mine = await joinDevice(server, { ownerId: admin.userId });
    const other = await joinDevice(server);
    server.scheduler.hold(Date.now());
    onTestFinished(server.scheduler.release);
    const { bus } = server.services;
    server.scheduler.pass(5000);
    for (const { deviceId } of [mine, other]) bus.publish('changed', { feature: 'contacts', deviceId });
    bus.publish('changed', { feature: 'zones', deviceId: null, userId: server.admin.userId });
    const { socket, told } = await openConsole(admin);
    onTestFinished(() => socket.terminate());
    catchUp(socket, 3000);
    // Not answered a second time.
    catchUp(socket, 3000);
    bus.publish('changed', { feature: 'profile', deviceId: null });
    const heard = () => told.map((message) => ('feature' in message ? [message.feature, message.deviceId] : message));
    await vi.waitFor(() => expect(heard()).toContainEqual(['profile', null]));
    await vi.waitFor(() => expect(heard()).toContainEqual(['contacts', mine.deviceId]));
    expect(heard()).not.toContainEqual(['contacts', other.deviceId]);
    expect(heard()).not.toContainEqual(['zones', null]);
    expect(told).not.toContainEqual({ messageType: 'RESYNC' });
  });

  it('loads everything again when that is not known', async () => {
    const { socket, told } = await openConsole(owner);
    onTestFinished(() => socket.terminate());
    catchUp(socket, 24 * 3_600_000);
    await vi.waitFor(() => expect(told).toContainEqual({ messageType: 'RESYNC' }));
  });

  it.each([-1, 0.5, 'long'])('and says %j as that time is ignored', async (loadedMs) => {
    // An admin of its own: what earlier tests started may still notify the owner.
    const { socket, told, replies } = await openConsole(await server.createAdmin());
    onTestFinished(() => socket.terminate());
    catchUp(socket, loadedMs as number);
    socket.send(JSON.stringify({ type: 'ping' }));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    expect(told).toEqual([]);
  });
});

describe('the console socket ends', () => {
  it('when its session is signed out', async () => {
    const admin = await server.createAdmin();
    const [first, second, other] = await Promise.all([openConsole(admin), openConsole(admin), openConsole(owner)]);
    await server.api(logout, {}, admin.token);
    expect(await first.closed).toBe(consoleSocketClose.sessionEnded);
    expect(await second.closed).toBe(consoleSocketClose.sessionEnded);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
    other.socket.close();
  });

  it('when its session has expired', async () => {
    const admin = await server.createAdmin();
    const { closed } = await openConsole(admin);
    await sql`update sessions set expires_at = now() where user_id = ${admin.userId}`.execute(server.services.db);
    await letSweep();
    expect(await closed).toBe(consoleSocketClose.sessionEnded);
  });

  it('when it is used for anything but pings, yet not by a little garbage', async () => {
    const { socket, replies, closed } = await openConsole(owner);
    for (const garbage of ['{{{', '[]', 'null', '{"type":"pong"}', '']) socket.send(garbage);
    socket.send(Buffer.from([0, 255]));
    socket.send(JSON.stringify({ type: 'ping' }));
    await vi.waitFor(() => expect(replies).toHaveLength(1));
    for (let sent = 0; sent < 400; sent += 1) socket.send('{}');
    expect(await closed).toBe(1008);
  });

  it('when it sends more than a message may hold', async () => {
    const { socket, closed } = await openConsole(owner);
    socket.send('x'.repeat(10_000));
    expect(await closed).toBe(1009);
  });
});

describe('an account on the welcome page', () => {
  it('is sent that its profile changed, and nothing else', async () => {
    const pending = await server.createAdmin({ role: 'PENDING' });
    const { socket, told } = await openConsole(pending);
    const admin = await openConsole(server.admin);
    const features = ['users', 'devices', 'profile'] as const;
    for (const feature of features) server.services.bus.publish('changed', { feature, deviceId: null });
    await vi.waitFor(() => expect(told).toEqual([{ messageType: 'CHANGED', feature: 'profile', deviceId: null }]));
    await vi.waitFor(() => expect(features.filter((feature) => !admin.heard(feature))).toEqual([]));
    socket.close();
    admin.socket.close();
  });

  it('is sent a promotion also without a bus event', async () => {
    const pending = await server.createAdmin({ role: 'PENDING' });
    const { socket, told } = await openConsole(pending);
    await server.services.db
      .updateTable('users')
      .set({ admin_role: 'ADMIN' })
      .where('id', '=', pending.userId)
      .execute();
    await letSweep();
    await vi.waitFor(() =>
      expect(told.map((message) => message.messageType === 'CHANGED' && message.feature)).toContain('profile'),
    );
    socket.close();
  });
});
