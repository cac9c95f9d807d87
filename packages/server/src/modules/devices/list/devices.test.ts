import {
  assignDevices,
  deviceFilterChoices,
  deviceList,
  deviceSortFields,
  deviceSummary,
  nonFinalCommands,
  pairDeviceInfo,
  type InputOf,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod/mini';
import { planOf } from '../../../testing/plan-of.ts';
import { awaitStatus, joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';
import { listDevices } from '../../../shared/device-state/device-list.store.ts';

let server: TestServer;
let owner: TestAdmin;
let devices: TestDevice[];

const people = ['anna', 'Bert', 'carla', 'Person.10', 'Person.9'];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  devices = [];
  for (const [place, username] of people.entries()) {
    const facts = { appName: `App ${place % 2}`, name: `${username}'s phone` };
    devices.push(await joinDevice(server, { ownerId: owner.userId, username, facts }));
  }
  await joinDevice(server, { username: 'somebody-else' });
  const { db } = server.services;
  await sql`update users set email = null, phone_number = '+1 202 555 0100' where username = 'carla'`.execute(db);
  await sql`update devices set nickname = '50%_off' where id = ${devices[0]?.deviceId}`.execute(db);
});
afterAll(() => server.close());

async function usernames(input: InputOf<typeof deviceList>, token = owner.token): Promise<string[]> {
  const { envelope } = await server.api(deviceList, input, token);
  return envelope.data.map(({ username }) => username);
}

describe('the device list', () => {
  it('[SPEC 3.20, 7.45] shows ID, device UUID, username, email or phone, app name, date, status and nickname', async () => {
    const { db } = server.services;
    const id = devices[2]?.deviceId ?? 0;
    const deviceUniqueUUID = '5b0f6f3e-0000-4000-8000-0000000000c3';
    await sql`update devices set nickname = 'Kitchen', unique_uuid = ${deviceUniqueUUID} where id = ${id}`.execute(db);
    const { envelope } = await server.api(deviceList, { search: 'carla' }, owner.token);
    await sql`update devices set nickname = '' where id = ${id}`.execute(db);
    const [device] = envelope.data;
    expect(device).toMatchObject({
      id,
      deviceUniqueUUID,
      username: 'carla',
      contactInfo: '+1 202 555 0100',
      appName: 'App 0',
      status: 'Offline',
      nickname: 'Kitchen',
    });
    expect(new Date(device?.formattedDate ?? '').getTime()).toBeGreaterThan(Date.now() - 3_600_000);
  });

  it('also shows name, model, battery, last seen, and the number of shared capabilities', async () => {
    const [anna] = devices;
    const id = anna?.deviceId ?? 0;
    const { db } = server.services;
    const share = (capabilities: readonly string[]) =>
      sql`update devices set model = 'Pixel 9', battery_percent = 87, charging = true,
        capabilities = ${capabilities}::text[] where id = ${id}`.execute(db);
    const shown = async (token = owner.token) =>
      (await server.api(deviceList, { search: 'anna' }, token)).envelope.data.map(
        ({ name, model, batteryPercent, charging, sharedCount }) => ({
          name,
          model,
          batteryPercent,
          charging,
          sharedCount,
        }),
      );
    const hidden = { name: "anna's phone", model: null, batteryPercent: null, charging: null };
    await share(['DEVICE_INFO', 'CONTACTS']);
    expect(await shown()).toEqual([
      { name: "anna's phone", model: 'Pixel 9', batteryPercent: 87, charging: true, sharedCount: 2 },
    ]);
    await sql`update devices set paused_at = now() where id = ${id}`.execute(db);
    expect(await shown()).toEqual([{ ...hidden, sharedCount: 0 }]);
    await sql`update devices set paused_at = null where id = ${id}`.execute(db);
    const other = await server.createAdmin({ access: 'NO_ACCESS' });
    await server.api(assignDevices, { userId: other.userId, deviceIds: [id] });
    expect(await shown(other.token)).toEqual([{ ...hidden, sharedCount: 2 }]);
    await share(['CONTACTS']);
    expect(await shown()).toEqual([{ ...hidden, sharedCount: 1 }]);
    await share([]);
    expect(await shown()).toEqual([{ ...hidden, sharedCount: 0 }]);
  });

  it('holds the devices assigned to the admin; a SUPER_ADMIN sees all', async () => {
    expect(await usernames({})).not.toContain('somebody-else');
    expect(await usernames({}, server.admin.token)).toHaveLength(people.length + 1);
    const stranger = await server.createAdmin();
    expect(await usernames({}, stranger.token)).toEqual([]);
  });

  it('comes in pages', async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => server.api(deviceList, { page, pageSize: 2, sortBy: 'id' }, owner.token)),
    );
    expect(pages.flatMap(({ envelope }) => envelope.data.map(({ id }) => id))).toEqual(
      devices.map(({ deviceId }) => deviceId),
    );
    expect(pages[0]?.envelope.meta.pagination).toEqual({ page: 1, pageSize: 2, totalItems: 5, totalPages: 3 });
    expect((await server.api(deviceList, { page: 9 }, owner.token)).envelope.data).toEqual([]);
  });

  it.each(['user', 'ANNA', 'example.com', '555 01', '50%_off', "Bert's phone", 'App 1'])('finds %s', async (search) => {
    const found = await usernames({ search });
    const expected: Record<string, string[]> = {
      user: [],
      ANNA: ['anna'],
      'example.com': ['anna', 'Bert', 'Person.9', 'Person.10'],
      '555 01': ['carla'],
      '50%_off': ['anna'],
      "Bert's phone": ['Bert'],
      'App 1': ['Bert', 'Person.10'],
    };
    expect(found.sort()).toEqual(expected[search]?.sort());
  });

  it('finds a device by a part of its UUID', async () => {
    const { envelope } = await server.api(deviceList, {}, owner.token);
    const [device] = envelope.data;
    const part = device?.deviceUniqueUUID.slice(0, 13) ?? '';
    expect(await usernames({ search: part.toUpperCase() })).toEqual([device?.username]);
  });

  it.each(['%', '_', '\\', "'; drop table devices; --"])('takes %s literally', async (search) => {
    expect(await usernames({ search })).toEqual(search === '%' || search === '_' ? ['anna'] : []);
  });

  it.each(deviceSortFields)('is sorted by %s, both ways', async (sortBy) => {
    const up = await usernames({ sortBy });
    expect(up).toHaveLength(people.length);
    expect(await usernames({ sortBy, sortDirection: 'desc' })).toEqual(up.toReversed());
  });

  it('sorts as people do: case aside, and numbers by size', async () => {
    expect(await usernames({ sortBy: 'username' })).toEqual(['anna', 'Bert', 'carla', 'Person.9', 'Person.10']);
  });

  it('sorts by what each device is called: its nickname, or else its name', async () => {
    expect(await usernames({ sortBy: 'name' })).toEqual(['anna', 'Bert', 'carla', 'Person.9', 'Person.10']);
    const { db } = server.services;
    await sql`update devices set nickname = 'zebra' where id = ${devices[1]?.deviceId}`.execute(db);
    expect(await usernames({ sortBy: 'name' })).toEqual(['anna', 'carla', 'Person.9', 'Person.10', 'Bert']);
    await sql`update devices set nickname = '' where id = ${devices[1]?.deviceId}`.execute(db);
  });

  it('refuses an order it does not offer', async () => {
    const answer = await server.api(deviceList, { sortBy: 'token_hash' as 'id' }, owner.token);
    expect(answer.errorCode).toBe('invalid_input');
  });

  it('no longer shows a device that has left', async () => {
    const gone = await joinDevice(server, { ownerId: owner.userId, username: 'leaver' });
    const { db } = server.services;
    await db.updateTable('devices').set({ left_at: new Date() }).where('id', '=', gone.deviceId).execute();
    expect(await usernames({ search: 'leaver' })).toEqual([]);
    const code = async (token?: string) =>
      (await server.api(deviceSummary, { deviceId: gone.deviceId }, token)).errorCode;
    // Its former admin gets a specific error. For others the device has never existed.
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect([await code(), await code(owner.token), await code(stranger.token)]).toEqual([
      'device_left',
      'device_left',
      'device_not_found',
    ]);
  });
});

describe('the device list, narrowed', () => {
  it('by app name', async () => {
    expect(await usernames({ filter: { appName: 'App 1' }, sortBy: 'username' })).toEqual(['Bert', 'Person.10']);
    expect(await usernames({ filter: { appName: 'app 1' } })).toEqual([]);
    const { envelope } = await server.api(deviceList, { filter: { appName: 'App 0' }, pageSize: 2 }, owner.token);
    expect(envelope.meta.pagination).toEqual({ page: 1, pageSize: 2, totalItems: 3, totalPages: 2 });
  });

  it('by what is on offer: the apps in scope, and for a SUPER_ADMIN the admins', async () => {
    const mine = await server.api(deviceFilterChoices, {}, owner.token);
    expect(mine.envelope.data).toEqual({ appNames: ['App 0', 'App 1'], admins: [] });
    const { envelope } = await server.api(deviceFilterChoices, {});
    expect(envelope.data.appNames).toEqual(['App 0', 'App 1', 'Fairwatch']);
    expect(envelope.data.admins).toContainEqual({ id: owner.userId, name: owner.username });
  });

  it('by status', async () => {
    const raw = new RawDevice(server);
    await raw.hello(devices[1]?.token ?? '');
    await awaitStatus(server, devices[1]?.deviceId ?? 0, 'Online');
    expect(await usernames({ filter: { status: 'Online' } })).toEqual(['Bert']);
    expect(await usernames({ filter: { status: 'Offline' }, sortBy: 'username' })).toEqual([
      'anna',
      'carla',
      'Person.9',
      'Person.10',
    ]);
    expect(await usernames({ filter: { status: 'Online', appName: 'App 0' } })).toEqual([]);
    expect(await usernames({ filter: { status: 'Offline' }, search: 'person' })).toHaveLength(3);
    raw.socket.close();
    await awaitStatus(server, devices[1]?.deviceId ?? 0, 'Offline');
  });

  it('by whether a push can reach them while they are away', async () => {
    const [, bert, carla] = devices;
    const { db } = server.services;
    const subscriptions = [bert, carla].map((device) => {
      return { device_id: device?.deviceId ?? 0, endpoint: 'https://push.example/1', p256dh: 'key', auth: 'auth' };
    });
    await db.insertInto('push_subscriptions').values(subscriptions).execute();
    const raw = new RawDevice(server);
    await raw.hello(bert?.token ?? '');
    await awaitStatus(server, bert?.deviceId ?? 0, 'Online');
    expect(await usernames({ filter: { status: 'Reachable' } })).toEqual(['carla']);
    expect(await usernames({ filter: { status: 'Online' } })).toEqual(['Bert']);
    expect(await usernames({ filter: { status: 'Offline' }, sortBy: 'id', sortDirection: 'asc' })).toEqual([
      'anna',
      'Person.10',
      'Person.9',
    ]);
    expect((await usernames({ sortBy: 'status', sortDirection: 'desc' })).slice(0, 2)).toEqual(['Bert', 'carla']);
    const walked = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const input: InputOf<typeof deviceList> = { sortBy: 'status', sortDirection: 'asc', pageSize: 2, after };
      const { envelope } = await server.api(deviceList, input, owner.token);
      walked.push(...envelope.data.map(({ status }) => status));
      after = envelope.meta.pagination?.next;
    }
    expect(walked).toEqual(['Offline', 'Offline', 'Offline', 'Reachable', 'Online']);
    raw.socket.close();
    await awaitStatus(server, bert?.deviceId ?? 0, 'Reachable');
    const info = await server.api(pairDeviceInfo, { deviceId: carla?.deviceId ?? 0 }, owner.token);
    expect(info.envelope.data.status).toBe('Reachable');
    await db.deleteFrom('push_subscriptions').execute();
    await awaitStatus(server, bert?.deviceId ?? 0, 'Offline');
    expect(await usernames({ filter: { status: 'Reachable' } })).toEqual([]);
  });

  it('by the admin they are assigned to, for a SUPER_ADMIN only', async () => {
    const filter = { adminId: owner.userId };
    expect((await usernames({ filter }, server.admin.token)).toSorted()).toEqual(people.toSorted());
    expect(await usernames({ filter, search: 'carla' }, server.admin.token)).toEqual(['carla']);
    expect(await usernames({ filter: { adminId: 999_999 } }, server.admin.token)).toEqual([]);
    expect((await server.api(deviceList, { filter }, owner.token)).errorCode).toBe('not_allowed');
  });
});

describe('the device list, long', () => {
  beforeAll(async () => {
    const { db } = server.services;
    await sql`
      with person as (insert into users (username, user_type, admin_role) values ('filler', 'USER', 'NON_ADMIN') returning id)
      insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version)
      select gen_random_uuid(), person.id, 'Phone ' || n, 'Model', 'Android', '16', 'App', '1'
      from person, generate_series(1, 2000) n`.execute(db);
    await sql`analyze devices`.execute(db);
  });
  afterAll(async () => {
    const { db } = server.services;
    await sql`update devices set left_at = now() where username = 'filler'`.execute(db);
  });

  it.each([
    ['sorted by status', { sortBy: 'status' }, 'devices_status'],
    ['sorted by name', { sortBy: 'name' }, 'devices_called'],
    ['those that are reachable', { filter: { status: 'Reachable' } }, 'devices_reachable'],
  ] as const)('has an index for %s', async (_, input, index) => {
    const whole = z.parse(deviceList.input, input);
    const plan = await planOf(server.services.db, async (db) => {
      await listDevices(db, { userId: 0, allDevices: true }, { ...whole, page: 2 });
    });
    expect(plan).toContain(index);
  });
});

describe('one device', () => {
  it('[SPEC 4.18] is Online or Offline, and was seen just now while it is online', async () => {
    const [device] = devices;
    const deviceId = device?.deviceId ?? 0;
    const raw = new RawDevice(server);
    await raw.hello(device?.token ?? '');
    await awaitStatus(server, deviceId, 'Online');
    const asked = Date.now();
    const { envelope } = await server.api(deviceSummary, { deviceId }, owner.token);
    expect(Date.parse(envelope.data.lastSeenAt ?? '')).toBeGreaterThanOrEqual(asked - 1);
    raw.socket.close();
    await awaitStatus(server, deviceId, 'Offline');
  });

  it.each([deviceSummary, nonFinalCommands].map((endpoint) => [endpoint.path, endpoint] as const))(
    'is not there for another admin: %s',
    async (_, endpoint) => {
      const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
      const answer = await server.api(endpoint, { deviceId: devices[0]?.deviceId ?? 0 }, stranger.token);
      expect(answer.status).toBe(404);
      expect((await server.api(endpoint, { deviceId: 999_999 })).errorCode).toBe('device_not_found');
    },
  );
});
