import {
  contacts,
  deviceCommands,
  overview,
  pairDeviceInfo,
  type Capability,
  type FeaturePermission,
} from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  awaitStatus,
  awaitStep,
  joinDevice,
  startDevice,
  testContact,
  testVitals,
  type TestDevice,
} from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let phones: DeviceClient[] = [];

beforeAll(async () => {
  server = await startTestServer();
  owner = await adminWith(['OVERVIEW', 'CONTACTS', 'DEVICE_INFO']);
});
afterEach(async () => {
  await Promise.all(phones.map((phone) => phone.stop()));
  phones = [];
});
afterAll(() => server.close());

function adminWith(permissions: readonly FeaturePermission[]): Promise<TestAdmin> {
  return server.createAdmin({ access: Object.fromEntries(permissions.map((name) => [name, 'FULL_ACCESS'])) });
}

async function connected(capabilities: readonly Capability[]): Promise<{ device: TestDevice; phone: DeviceClient }> {
  const device = await joinDevice(server, { ownerId: owner.userId, capabilities });
  const phone = startDevice(server, device, {
    granted: () => capabilities,
    collectors: { contacts: async () => ['1', '2', '3', '4', '5', '6'].map((key) => testContact(key)) },
    vitals: () => ({ ...testVitals, batteryPercent: 64, charging: true }),
  });
  phones.push(phone);
  await awaitStatus(server, device.deviceId, 'Online');
  return { device, phone };
}

async function collect({ deviceId }: TestDevice): Promise<void> {
  await server.api(contacts.update, { deviceId }, owner.token);
  await awaitStep(server, deviceId, 'DONE');
}

async function readOverview({ deviceId }: TestDevice, token = owner.token) {
  return (await server.api(overview, { deviceId }, token)).envelope.data;
}

async function readInfo({ deviceId }: TestDevice) {
  return (await server.api(pairDeviceInfo, { deviceId }, owner.token)).envelope.data;
}

describe('the overview of a device', () => {
  it('[SPEC 2.76, 7.29] names its person', async () => {
    const device = await joinDevice(server, { ownerId: owner.userId, capabilities: [] });
    expect((await readOverview(device)).account).toMatchObject({
      username: device.username,
      email: 'person@example.com',
      phoneNumber: '',
      nickname: '',
    });
  });

  it('[SPEC 2.78] shows how much there is and the latest of what is shared', async () => {
    const { device } = await connected(['CONTACTS']);
    await collect(device);
    const [first] = (await readOverview(device)).activity;
    expect(first).toMatchObject({ kind: 'contacts', permission: 'CONTACTS', shared: true, total: 6 });
    expect(first?.latest.map(({ headline }) => headline)).toEqual(['Name 6', 'Name 5', 'Name 4', 'Name 3']);
    expect(first?.latest[0]).toMatchObject({ detail: '+1 202 555 06', at: null });
  });

  it('[SPEC 2.78] shows calls and events by their time, calls of unknown people by number', async () => {
    const { deviceId } = await joinDevice(server, { capabilities: ['CALL_LOG', 'CALENDAR'] });
    await sql`
      insert into call_logs (device_id, key, name, phone_number, duration, date, state)
      select ${deviceId}, key, name, '+44 7700 900' || key, 5, now() - minutes * interval '1 minute', 'INCOMING'
      from (values ('111', 'Anna', 30), ('222', '', 10), ('333', 'Bert', 20)) as call (key, name, minutes)`.execute(
      server.services.db,
    );
    await sql`
      insert into calendar_events (device_id, key, title, location, start_date, end_date, description, all_day)
      select ${deviceId}, title, title, '', now() + days * interval '1 day', now() + days * interval '1 day', '', false
      from (values ('Last week', -7), ('Tomorrow', 1), ('Next year', 365)) as event (title, days)`.execute(
      server.services.db,
    );
    const { activity } = (await server.api(overview, { deviceId })).envelope.data;
    const latest = (kind: string) =>
      activity.find((each) => each.kind === kind)?.latest.map(({ headline }) => headline);
    expect(latest('call-logs')).toEqual(['+44 7700 900222', 'Bert', 'Anna']);
    expect(latest('calendar-events')).toEqual(['Tomorrow', 'Last week']);
    expect(activity.find(({ kind }) => kind === 'calendar-events')?.total).toBe(3);
  });

  it('shows nothing of what is withdrawn or paused, from that moment on', async () => {
    const { device, phone } = await connected(['CONTACTS']);
    await collect(device);
    const hidden = { shared: false, total: 0, latest: [] };
    await phone.pause();
    expect((await readOverview(device)).activity[0]).toMatchObject(hidden);
    await phone.resume();
    expect((await readOverview(device)).activity[0]?.total).toBe(6);
    await phone.changeGrants([]);
    expect((await readOverview(device)).activity[0]).toMatchObject(hidden);
  });

  it('leaves out what the admin may not read elsewhere either', async () => {
    const device = await joinDevice(server, { ownerId: owner.userId });
    const limited = await adminWith(['OVERVIEW']);
    await server.services.db
      .insertInto('device_assignments')
      .values({ user_id: limited.userId, device_id: device.deviceId })
      .execute();
    expect((await readOverview(device, limited.token)).activity).toEqual([]);
  });

  it('is written to the log as what it is', async () => {
    const { device, phone } = await connected(['CONTACTS']);
    await readOverview(device);
    const { entries } = await phone.log.read();
    expect(entries.map(({ who, what }) => `${who} ${what}`)).toContain(
      `${owner.username} opened Overview: your name, email and phone`,
    );
  });
});

describe('the device itself', () => {
  it('[SPEC 2.77, 7.30] tells name, model, OS, app version, IP, battery and WiFi while its person shares that', async () => {
    const { device } = await connected(['DEVICE_INFO']);
    const info = await vi.waitFor(async () => {
      const found = await readInfo(device);
      expect(found.details?.batteryPercent).toBe(64);
      return found;
    });
    expect(info).toMatchObject({ name: "Test's Pixel 9", appVersion: '1.0.20', status: 'Online', noticeShown: true });
    expect(info.details).toEqual({
      model: 'Google Pixel 9',
      osName: 'Android',
      osVersion: '16',
      ipAddress: '127.0.0.1',
      batteryPercent: 64,
      charging: true,
      network: 'WIFI',
      wifi: 'Connected',
    });
  });

  it('keeps its details to itself while they are not shared, or paused', async () => {
    const { device, phone } = await connected(['CONTACTS']);
    expect((await readInfo(device)).details).toBeNull();
    await phone.changeGrants(['DEVICE_INFO']);
    expect((await readInfo(device)).details?.model).toBe('Google Pixel 9');
    await phone.pause();
    expect((await readInfo(device)).details).toBeNull();
  });

  it('says when it was last seen, and that its WiFi is disconnected, once it is away', async () => {
    const { device, phone } = await connected(['DEVICE_INFO']);
    await phone.stop();
    await awaitStatus(server, device.deviceId, 'Offline');
    const info = await readInfo(device);
    expect(info.details?.wifi).toBe('Disconnected');
    expect(Date.parse(info.lastSeenAt ?? '')).toBeLessThanOrEqual(Date.now());
  });

  it('lists its commands of every kind, newest first', async () => {
    const { device } = await connected(['CONTACTS']);
    await collect(device);
    await collect(device);
    const { envelope } = await server.api(deviceCommands, { deviceId: device.deviceId }, owner.token);
    expect(envelope.data.map(({ commandTypeEnum, stepType }) => [commandTypeEnum, stepType])).toEqual([
      ['UPDATE_CONTACTS', 'DONE'],
      ['UPDATE_CONTACTS', 'DONE'],
    ]);
    expect(envelope.data[0]?.id).toBeGreaterThan(envelope.data[1]?.id ?? 0);
  });
});

describe('who may see it', () => {
  it.each([overview, pairDeviceInfo, deviceCommands].map((endpoint) => [endpoint.path, endpoint] as const))(
    '[SPEC 2.20] %s is for admins of the device who have the overview',
    async (_, endpoint) => {
      const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
      expect((await server.api(endpoint, { deviceId }, owner.token)).status).toBe(200);
      const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
      expect((await server.api(endpoint, { deviceId }, stranger.token)).errorCode).toBe('device_not_found');
      const without = await adminWith(['CONTACTS']);
      expect((await server.api(endpoint, { deviceId }, without.token)).errorCode).toBe('not_allowed');
    },
  );
});
