import {
  createPushNotification,
  pushNotifications,
  type Capability,
  type InputOf,
  type NotificationStatus,
  type PushNotification,
} from '@fairwatch/contract';
import type { DeviceClient, ShownNotification } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyRetention } from '../../device-data/retention/retention.ts';
import { joinDevice, RawDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let device: TestDevice;
let phone: DeviceClient | null = null;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: { TRIGGER_NOTIFICATIONS: 'FULL_ACCESS' } });
});
beforeEach(async () => {
  device = await joinDevice(server, { ownerId: owner.userId, capabilities: ['NOTIFICATIONS'] });
});
afterEach(async () => {
  await phone?.stop();
  phone = null;
});
afterAll(() => server.close());

interface Reader {
  /** The notifications that were shown. */
  shown: ShownNotification[];
  /** Marks the latest notification as seen or dismissed. */
  done(how: 'SEEN' | 'DISMISSED'): void;
}

function connect(granted: readonly Capability[] = ['NOTIFICATIONS']): Reader {
  const shown: ShownNotification[] = [];
  let done: Reader['done'] | null = null;
  phone = startDevice(server, device, {
    collectors: {},
    granted: () => granted,
    onNotification: (notification) => {
      shown.push(notification);
      return new Promise((resolve) => (done = resolve));
    },
  });
  return { shown, done: (how) => done?.(how) };
}

function send(input: Partial<InputOf<typeof createPushNotification>> = {}, token = owner.token) {
  const notification = { title: 'Meeting moved', message: 'We meet at 9:30.', deviceId: device.deviceId };
  return server.api(createPushNotification, { ...notification, ...input }, token);
}

async function list(): Promise<PushNotification[]> {
  return (await server.api(pushNotifications, { deviceId: device.deviceId }, owner.token)).envelope.data;
}

async function awaitStatus(status: NotificationStatus): Promise<PushNotification> {
  return await vi.waitFor(
    async () => {
      const [newest] = await list();
      expect(newest?.status).toBe(status);
      return newest as PushNotification;
    },
    { interval: 20 },
  );
}

describe('a notification to a device', () => {
  it('[SPEC 1.3, 3.30, 7.55, 7.56] is shown with who sent it, and its states come back with their times', async () => {
    const reader = connect();
    const { envelope } = await send({ type: 'ALERT' });
    expect(envelope.data).toMatchObject({ title: 'Meeting moved', type: 'ALERT', status: 'QUEUED' });
    expect((await awaitStatus('DELIVERED')).deliveredAt).not.toBeNull();
    expect(reader.shown).toEqual([
      {
        notificationId: envelope.data.id,
        notificationType: 'ALERT',
        title: 'Meeting moved',
        message: 'We meet at 9:30.',
        sentBy: owner.username,
      },
    ]);
    reader.done('SEEN');
    const seen = await awaitStatus('SEEN');
    expect(Date.parse(seen.seenAt ?? '')).toBeGreaterThanOrEqual(Date.parse(seen.deliveredAt ?? ''));
    expect(seen.dismissedAt).toBeNull();
  });

  it('waits for a device that is away, is repeated until it says so, and shown once', async () => {
    await send();
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const { notificationId } = await raw.next('notification');
    raw.socket.close();
    await raw.closed;
    expect((await list())[0]?.status).toBe('QUEUED');

    const reader = connect();
    await awaitStatus('DELIVERED');
    // Simulates a lost acknowledgement: the server sends the notification again.
    await sql`update push_notifications set status = 'QUEUED' where id = ${notificationId}`.execute(server.services.db);
    server.services.bus.publish('inboxWaiting', { deviceId: device.deviceId });
    await awaitStatus('DELIVERED');
    expect(reader.shown).toHaveLength(1);
    reader.done('DISMISSED');
    expect((await awaitStatus('DISMISSED')).dismissedAt).not.toBeNull();
  });

  it('only goes forward: what is late, repeated or about another device changes nothing', async () => {
    const other = await joinDevice(server, { ownerId: owner.userId, capabilities: ['NOTIFICATIONS'] });
    await send();
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const { notificationId } = await raw.next('notification');
    const stranger = new RawDevice(server);
    await stranger.hello(other.token);
    stranger.send({ type: 'notification-state', notificationId, state: 'DISMISSED' });
    stranger.send({ type: 'log-request', before: null });
    await stranger.next('log');
    raw.send({ type: 'notification-state', notificationId, state: 'SEEN' });
    await awaitStatus('SEEN');
    for (const state of ['DELIVERED', 'FAILED', 'SEEN'] as const) {
      raw.send({ type: 'notification-state', notificationId, state });
    }
    raw.send({ type: 'log-request', before: null });
    await raw.next('log');
    expect((await awaitStatus('SEEN')).deliveredAt).not.toBeNull();
    raw.socket.close();
    stranger.socket.close();
  });

  it('fails where it cannot be shown: the device decides last', async () => {
    connect([]);
    await send();
    expect((await awaitStatus('FAILED')).deliveredAt).toBeNull();
  });

  it('is cancelled when the person withdraws before it came, and never reaches them', async () => {
    await send();
    const raw = new RawDevice(server);
    await sql`update devices set paused_at = now() where id = ${device.deviceId}`.execute(server.services.db);
    await raw.hello(device.token);
    raw.send({ type: 'consent', noticeVersion: 0, noticeHash: '0'.repeat(64), language: 'en', capabilities: [] });
    await raw.next('grants');
    raw.send({ type: 'resume' });
    await raw.next('grants');
    expect(raw.frames.some(({ type }) => type === 'notification')).toBe(false);
    expect((await server.api(pushNotifications, { deviceId: device.deviceId }, owner.token)).errorCode).toBe(
      'consent_missing',
    );
    expect((await send()).errorCode).toBe('consent_missing');
    const { rows } = await sql`select status from push_notifications where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    expect(rows).toEqual([{ status: 'CANCELLED' }]);
    raw.socket.close();
  });

  it('waits while the person pauses, and comes when they resume', async () => {
    await send();
    await sql`update devices set paused_at = now() where id = ${device.deviceId}`.execute(server.services.db);
    expect((await send()).errorCode).toBe('device_paused');
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'log-request', before: null });
    await raw.next('log');
    expect(raw.frames.some(({ type }) => type === 'notification')).toBe(false);
    raw.send({ type: 'resume' });
    expect((await raw.next('notification')).title).toBe('Meeting moved');
    raw.socket.close();
  });

  it('expires when it could not be delivered in time', async () => {
    await send();
    await sql`
      update push_notifications set expires_at = now() where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    await awaitStatus('EXPIRED');
    const reader = connect();
    await phone?.log.read();
    expect(reader.shown).toEqual([]);
  });

  it('is written to the log, in words for the person', async () => {
    connect();
    await send();
    const { entries } = (await phone?.log.read()) ?? { entries: [] };
    expect(entries.map(({ who, what }) => `${who} ${what}`)).toContain(
      `${owner.username} sent you the notification "Meeting moved"`,
    );
  });

  it('is for those with full access, and its list for those who may read it', async () => {
    const reader = await server.createAdmin({ access: { TRIGGER_NOTIFICATIONS: 'READ_ONLY' } });
    expect((await send({}, reader.token)).status).toBe(403);
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await send({}, stranger.token)).errorCode).toBe('device_not_found');
    expect((await send({ title: '  ' })).errorCode).toBe('invalid_input');
    expect((await send({ message: 'x'.repeat(1001) })).errorCode).toBe('invalid_input');
  });

  it('does not pile up before a device that is away', async () => {
    const waiting = await Promise.all(Array.from({ length: 50 }, () => send()));
    expect(waiting.filter(({ status }) => status === 200)).toHaveLength(50);
    expect((await send()).error).toContain('50 notifications already wait for this device');
  });

  it('is searched and paged, newest first', async () => {
    for (const title of ['First', 'Second', 'Third 100 %']) await send({ title });
    const input = { deviceId: device.deviceId, pageSize: 2 };
    const { envelope } = await server.api(pushNotifications, input, owner.token);
    expect(envelope.data.map(({ title }) => title)).toEqual(['Third 100 %', 'Second']);
    expect(envelope.meta.pagination).toMatchObject({ totalItems: 3, totalPages: 2 });
    const found = await server.api(pushNotifications, { ...input, search: '100 %' }, owner.token);
    expect(found.envelope.data.map(({ title }) => title)).toEqual(['Third 100 %']);
  });

  it('goes after its days, and with the person who leaves', async () => {
    const { services } = server;
    await send();
    await sql`update push_notifications set created_at = now() - interval '91 days'`.execute(services.db);
    await applyRetention(services, []);
    expect(await list()).toEqual([]);
    await send();
    connect();
    await phone?.leave();
    const { rows } = await sql`select from push_notifications where device_id = ${device.deviceId}`.execute(
      services.db,
    );
    expect(rows).toEqual([]);
  });
});
