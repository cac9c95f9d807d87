import { contacts, deviceSocketClose, limits, pairDeviceInfo } from '@fairwatch/contract';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  awaitStatus,
  awaitStep,
  contactNames,
  joinDevice,
  RawDevice,
  startDevice,
  testContact,
  testFacts,
  testVitals,
} from '../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

describe('hello', () => {
  it('is answered with what the device needs to know', async () => {
    const { device, welcome } = await devices.connected();
    expect(welcome.deviceId).toBe(device.deviceId);
    expect(welcome.heartbeatMs).toBe(10_000);
    expect(welcome.capabilities).toContain('CONTACTS');
  });

  it.each([
    ['no token', ''],
    ['a token of the wrong form', 'guess'],
    ['a token nobody has', 'A'.repeat(43)],
  ])('with %s is refused', async (_, token) => {
    const raw = new RawDevice(server);
    await raw.opened;
    raw.send({ type: 'hello', token, facts: testFacts });
    expect(await raw.closed).toBe(deviceSocketClose.refused);
  });

  it('must come first', async () => {
    const raw = new RawDevice(server);
    await raw.opened;
    raw.send({ type: 'heartbeat', ...testVitals });
    expect(await raw.closed).toBe(deviceSocketClose.refused);
  });

  it('must come soon', async () => {
    const raw = new RawDevice(server);
    await raw.opened;
    server.scheduler.hold(Date.now() + limits.device.helloWithinMs + 1);
    onTestFinished(server.scheduler.release);
    expect(await raw.closed).toBe(deviceSocketClose.refused);
  });

  it('after a restore is taken, whatever the device says that its person shares', async () => {
    const device = await joinDevice(server, { capabilities: ['CONTACTS'] });
    await server.services.db
      .updateTable('devices')
      .set({ capabilities: [], restored_at: new Date(), restored_capabilities: ['CONTACTS'] })
      .where('id', '=', device.deviceId)
      .execute();
    const raw = new RawDevice(server);
    await raw.opened;
    const grants = { capabilities: ['NUL\0', 'half \ud83d', 'CONTACTS'], paused: false };
    raw.send({ type: 'hello', token: device.token, facts: testFacts, grants });
    expect((await raw.next('welcome')).capabilities).toEqual(['CONTACTS']);
  });

  it('is refused after the device has left', async () => {
    const device = await joinDevice(server);
    await server.services.db
      .updateTable('devices')
      .set({ left_at: new Date() })
      .where('id', '=', device.deviceId)
      .execute();
    const client = startDevice(server, device, { collectors: { contacts: async () => [] } });
    expect(await client.ended).toBe('refused');
  });

  it('brings the latest facts about the device', async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.opened;
    raw.send({ type: 'hello', token: device.token, facts: { ...testFacts, osVersion: '17', name: 'Nul\0Phone' } });
    await raw.next('welcome');
    const row = await server.services.db
      .selectFrom('devices')
      .select(['os_version', 'name'])
      .where('id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ os_version: '17', name: 'NulPhone' });
  });
});

/** Connects a device that sends only what the test says. */
async function saidHello(): Promise<RawDevice> {
  const { token } = await joinDevice(server);
  const raw = new RawDevice(server);
  await raw.opened;
  raw.send({ type: 'hello', token, facts: testFacts });
  await raw.next('welcome');
  return raw;
}

describe('a ping in a frame', () => {
  it('is answered, and keeps the device from being taken for gone', async () => {
    const [pinging, silent] = [await saidHello(), await saidHello()];
    const started = Date.now();
    onTestFinished(server.scheduler.release);
    server.scheduler.hold(started + limits.device.silentAfterMs - 1000);
    pinging.send({ type: 'ping' });
    expect(await pinging.next('pong')).toEqual({ type: 'pong' });
    server.scheduler.hold(started + limits.device.silentAfterMs + 5000);
    expect(await silent.closed).toBe(deviceSocketClose.silent);
    pinging.send({ type: 'ping' });
    await pinging.next('pong');
    pinging.socket.close();
  });

  it('comes after the hello', async () => {
    const raw = new RawDevice(server);
    await raw.opened;
    raw.send({ type: 'ping' });
    expect(await raw.closed).toBe(deviceSocketClose.refused);
  });
});

describe('two connections with one token', () => {
  it('the newer one wins and the device stays online', async () => {
    const { device, raw: older } = await devices.connected();
    const newer = new RawDevice(server);
    await newer.hello(device.token);
    expect(await older.closed).toBe(deviceSocketClose.replaced);
    await awaitStatus(server, device.deviceId, 'Online');
    await server.api(contacts.update, { deviceId: device.deviceId });
    await newer.next('command');
  });

  it('the newer one takes over the command that was under way, and the older one is heard no more', async () => {
    const { device, raw: older } = await devices.connected();
    await server.api(contacts.update, { deviceId: device.deviceId });
    const { commandId } = await older.next('command');
    older.send({ type: 'accepted', commandId });
    older.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Older'), testContact('2', 'Older')] });
    const newer = new RawDevice(server);
    await newer.hello(device.token);
    expect((await newer.next('command')).commandId).toBe(commandId);
    older.send({ type: 'result', commandId, batches: 1 });
    newer.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Newer')] });
    newer.send({ type: 'result', commandId, batches: 1 });
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await contactNames(server, device.deviceId)).toEqual(['Newer']);
    expect(newer.frames.filter(({ type }) => type !== 'command')).toEqual([]);
  });

  it('the older device stops instead of fighting for the connection', async () => {
    const device = await joinDevice(server);
    const collectors = { contacts: async () => [] };
    const first = startDevice(server, device, { collectors });
    await awaitStatus(server, device.deviceId, 'Online');
    devices.start(device, { collectors });
    expect(await first.ended).toBe('replaced');
  });
});

describe('what a device should not send', () => {
  const wrong: [string, string | Buffer][] = [
    ['no JSON', '{{{'],
    ['an unknown frame', '{"type":"format-disk"}'],
    ['a field too many', JSON.stringify({ type: 'heartbeat', ...testVitals, extra: 1 })],
    ['an impossible value', JSON.stringify({ type: 'heartbeat', ...testVitals, batteryPercent: 101 })],
    ['bytes', Buffer.from([1, 2, 3])],
    ['a second hello', JSON.stringify({ type: 'hello', token: 'x', facts: testFacts })],
    ['nothing', ''],
  ];

  it.each(wrong)('%s is refused and logged, and the connection stays', async (_, data) => {
    const { device, raw } = await devices.connected();
    raw.socket.send(data);
    await raw.next('refused');
    await server.api(contacts.update, { deviceId: device.deviceId });
    const { commandId } = await raw.next('command');
    raw.send({ type: 'result', commandId, batches: 0 });
    await awaitStep(server, device.deviceId, 'DONE');
    expect(server.logLines.some((line) => line.includes('gateway.frame_refused'))).toBe(true);
  });

  it('a frame over the limit ends the connection', async () => {
    const { device, raw } = await devices.connected();
    raw.socket.send('x'.repeat(limits.device.maxFrameBytes + 1));
    expect(await raw.closed).toBe(1009);
    await awaitStatus(server, device.deviceId, 'Offline');
  });

  it('a flood slows its sender down and nobody else', async () => {
    const { raw: flooder } = await devices.connected();
    const flood = JSON.stringify({ type: 'flood', padding: 'x'.repeat(1000) });
    const frames = 20_000;
    for (let sent = 0; sent < frames; sent += 1) flooder.socket.send(flood);
    const device = await joinDevice(server);
    devices.start(device, { collectors: { contacts: async () => [testContact('1')] } });
    await awaitStatus(server, device.deviceId, 'Online');
    await server.api(contacts.update, { deviceId: device.deviceId });
    await awaitStep(server, device.deviceId, 'DONE');
    // The flooding device is throttled, not disconnected: its frames wait on its own side.
    expect(flooder.socket.readyState).toBe(flooder.socket.OPEN);
    expect(flooder.socket.bufferedAmount).toBeGreaterThan(1_000_000);
    const refused = () => flooder.frames.filter(({ type }) => type === 'refused').length;
    await vi.waitFor(() => expect(refused()).toBeGreaterThan(0));
    expect(refused()).toBeLessThan(frames / 2);
    flooder.socket.terminate();
  });
});

describe('presence', () => {
  it('[SPEC 4.18] a device is Online when it comes, and Offline when it goes', async () => {
    const device = await joinDevice(server);
    await awaitStatus(server, device.deviceId, 'Offline');
    const client = startDevice(server, device, { collectors: { contacts: async () => [] } });
    await awaitStatus(server, device.deviceId, 'Online');
    // The server's clock is frozen, so the device cannot have been silent for too long.
    server.scheduler.hold();
    onTestFinished(server.scheduler.release);
    await client.stop();
    expect(await client.ended).toBe('stopped');
    await awaitStatus(server, device.deviceId, 'Offline');
  });

  it('a device that goes away comes back, does what was asked meanwhile, and can be stopped while away', async () => {
    const device = await joinDevice(server);
    const client = startDevice(server, device, { collectors: { contacts: async () => [testContact('1')] } });
    await awaitStatus(server, device.deviceId, 'Online');
    client.goAway();
    await awaitStatus(server, device.deviceId, 'Offline');
    await server.api(contacts.update, { deviceId: device.deviceId });
    client.comeBack();
    await awaitStep(server, device.deviceId, 'DONE');
    client.goAway();
    // The device is back before the old connection has closed, whose close must not end the new one.
    client.comeBack();
    await awaitStatus(server, device.deviceId, 'Online');
    client.goAway();
    await awaitStatus(server, device.deviceId, 'Offline');
    await client.stop();
    client.comeBack();
    expect(await client.ended).toBe('stopped');
  });

  it('remembers when the device last said something, and how it was', async () => {
    const { device, raw } = await devices.connected();
    const before = Date.now();
    raw.send({ type: 'heartbeat', ...testVitals, batteryPercent: 37, network: 'MOBILE' });
    raw.socket.close();
    await awaitStatus(server, device.deviceId, 'Offline');
    const row = await server.services.db
      .selectFrom('devices')
      .select(['battery_percent', 'network', 'last_seen_at'])
      .where('id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ battery_percent: 37, network: 'MOBILE' });
    expect(row.last_seen_at?.getTime()).toBeGreaterThanOrEqual(before - 5);
    expect(row.last_seen_at?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('writes the vitals of a device that stays, once they change, and tells open pages', async () => {
    const { device, raw } = await devices.connected();
    const told: (number | null)[] = [];
    const end = server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      if (feature === 'vitals') told.push(deviceId);
    });
    const vitals = { batteryPercent: 12, charging: true, network: 'NONE', appVersion: '1.0.21', noticeShown: false };
    raw.send({ type: 'heartbeat', ...vitals, network: 'NONE' });
    await vi.waitFor(() => expect(told).toContain(device.deviceId));
    const row = await server.services.db
      .selectFrom('devices')
      .select(['battery_percent', 'charging', 'network', 'app_version', 'notice_shown', 'address'])
      .where('id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({
      battery_percent: 12,
      charging: true,
      network: 'NONE',
      app_version: '1.0.21',
      notice_shown: false,
      address: '127.0.0.1',
    });
    end();
  });

  it('forgets what an earlier client told and this one cannot tell', async () => {
    const { device, raw } = await devices.connected();
    const stored = () =>
      server.services.db
        .selectFrom('devices')
        .select(['battery_percent', 'charging', 'network'])
        .where('id', '=', device.deviceId)
        .executeTakeFirstOrThrow();
    raw.send({ type: 'heartbeat', ...testVitals });
    raw.socket.close();
    await awaitStatus(server, device.deviceId, 'Offline');
    const { batteryPercent, charging, network } = testVitals;
    expect(await stored()).toEqual({ battery_percent: batteryPercent, charging, network });
    // Before its first heartbeat a device has not said which values it cannot read.
    const silent = new RawDevice(server);
    await silent.hello(device.token);
    silent.socket.close();
    await awaitStatus(server, device.deviceId, 'Offline');
    expect(await stored()).toEqual({ battery_percent: batteryPercent, charging, network });
    const browser = new RawDevice(server);
    await browser.hello(device.token);
    browser.send({ type: 'heartbeat', ...testVitals, batteryPercent: null, charging: null, network: null });
    await vi.waitFor(
      async () => expect(await stored()).toEqual({ battery_percent: null, charging: null, network: null }),
      { timeout: 30_000 },
    );
    const { envelope } = await server.api(pairDeviceInfo, { deviceId: device.deviceId });
    expect(envelope.data.details).toMatchObject({ batteryPercent: null, charging: null, network: null, wifi: null });
    browser.socket.close();
  });

  it('remembers the address that a proxy on this machine speaks for', async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server, { 'x-forwarded-for': '198.51.100.23' });
    await raw.hello(device.token);
    const { address } = await server.services.db
      .selectFrom('devices')
      .select('address')
      .where('id', '=', device.deviceId)
      .executeTakeFirstOrThrow();
    expect(address).toBe('198.51.100.23');
    raw.socket.close();
  });

  it('tells when a device comes and goes', async () => {
    const device = await joinDevice(server);
    const told: (number | null)[] = [];
    const end = server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      // Devices of other tests may still connect and disconnect.
      if (feature === 'devices' && deviceId === device.deviceId) told.push(deviceId);
    });
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    await vi.waitFor(() => expect(told).toEqual([device.deviceId]));
    raw.socket.close();
    await vi.waitFor(() => expect(told).toEqual([device.deviceId, device.deviceId]));
    end();
  });
});
