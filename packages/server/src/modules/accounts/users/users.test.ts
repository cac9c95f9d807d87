import { userDetail, userList, userSortFields, type InputOf } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let first: TestDevice;

const people = ['anna', 'Bert', 'carla', 'Person.10', 'Person.9'];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: 'FULL_ACCESS', username: 'the-owner' });
  for (const [place, username] of people.entries()) {
    const device = await joinDevice(server, {
      ownerId: owner.userId,
      username,
      facts: { appName: `App ${place % 2}` },
    });
    if (place === 0) first = device;
  }
  await joinDevice(server, { username: 'somebody-else' });
  const { db } = server.services;
  await sql`update users set email = null, phone_number = '+1 202 555 0100' where username = 'carla'`.execute(db);
  await sql`update users set nickname = '50%_off' where username = 'anna'`.execute(db);
  await sql`update users set user_type = 'GUEST' where username = 'Bert'`.execute(db);
});
afterAll(() => server.close());

const list = (input: InputOf<typeof userList>, token = owner.token) => server.api(userList, input, token);
const usernames = async (input: InputOf<typeof userList>, token = owner.token) =>
  (await list(input, token)).envelope.data.map(({ username }) => username);

const idOf = async (username: string) => {
  const { envelope } = await list({ search: username }, server.admin.token);
  return envelope.data[0]?.id ?? 0;
};

describe('the users list', () => {
  it('[SPEC 3.19, 7.17] shows ID, username, email or phone, admin status, type, app name and nickname', async () => {
    const { envelope } = await list({ search: 'carla' });
    expect(envelope.data).toEqual([
      {
        id: expect.any(Number),
        username: 'carla',
        displayName: 'carla',
        nickname: '',
        profileIconPath: '',
        emailOrPhone: '+1 202 555 0100',
        adminStatus: 'NON_ADMIN',
        userType: 'USER',
        appName: 'App 0',
      },
    ]);
  });

  it('holds the people of the devices assigned to the admin; a SUPER_ADMIN sees every account', async () => {
    expect((await usernames({})).toSorted()).toEqual(people.toSorted());
    const all = await usernames({}, server.admin.token);
    expect(all).toEqual(expect.arrayContaining([...people, 'somebody-else', 'the-owner', server.admin.username]));
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect(await usernames({}, stranger.token)).toEqual([]);
  });

  it('no longer holds a person whose device has left', async () => {
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId, username: 'leaver' });
    expect(await usernames({ search: 'leaver' })).toEqual(['leaver']);
    await sql`update devices set left_at = now() where id = ${deviceId}`.execute(server.services.db);
    expect(await usernames({ search: 'leaver' })).toEqual([]);
    const { envelope } = await list({ search: 'leaver' }, server.admin.token);
    expect(envelope.data[0]?.appName).toBe('');
  });

  it.each([
    ['those of an admin', () => owner.token],
    ['those of a SUPER_ADMIN', () => server.admin.token],
  ])('comes in pages with the whole counted: %s', async (_, token) => {
    const whole = await list({ pageSize: 500 }, token());
    const ids = whole.envelope.data.map(({ id }) => id);
    const pages = await Promise.all([1, 2, 3].map((page) => list({ page, pageSize: 2 }, token())));
    expect(pages.flatMap(({ envelope }) => envelope.data.map(({ id }) => id))).toEqual(ids.slice(0, 6));
    for (const { envelope } of pages) {
      expect(envelope.meta.pagination).toMatchObject({ totalItems: ids.length, totalPages: Math.ceil(ids.length / 2) });
    }
  });

  it.each([
    ['ANNA', ['anna']],
    ['example.com', ['anna', 'Bert', 'Person.9', 'Person.10']],
    ['555 01', ['carla']],
    ['50%_off', ['anna']],
    ['%', ['anna']],
    ['nobody', []],
  ])('finds %s', async (search, expected) => {
    expect((await usernames({ search })).toSorted()).toEqual(expected.toSorted());
  });

  it.each(userSortFields)('is sorted by %s, both ways', async (sortBy) => {
    const up = await usernames({ sortBy });
    expect(up).toHaveLength(people.length);
    expect(await usernames({ sortBy, sortDirection: 'desc' })).toEqual(up.toReversed());
  });

  it('is narrowed by type and admin status', async () => {
    expect(await usernames({ filter: { userType: 'GUEST' } })).toEqual(['Bert']);
    expect(await usernames({ filter: { adminStatus: 'SUPER_ADMIN' } })).toEqual([]);
    expect(await usernames({ filter: { adminStatus: 'SUPER_ADMIN' } }, server.admin.token)).toEqual([
      server.admin.username,
    ]);
    const { envelope } = await list({ filter: { userType: 'ADMIN', adminStatus: 'ADMIN' } }, server.admin.token);
    expect(envelope.meta.pagination?.totalItems).toBe(envelope.data.length);
    expect(envelope.data.map(({ username }) => username)).toContain('the-owner');
  });

  it('asks for the permission', async () => {
    const admin = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } });
    expect((await list({}, admin.token)).errorCode).toBe('not_allowed');
    const reader = await server.createAdmin({ access: { USERS: 'READ_ONLY' } });
    expect((await list({}, reader.token)).status).toBe(200);
  });
});

describe('one user', () => {
  it('[SPEC 2.60, 7.19] comes with its facts and its devices', async () => {
    const userId = await idOf('anna');
    const { envelope } = await server.api(userDetail, { userId }, owner.token);
    expect(envelope.data).toMatchObject({
      id: userId,
      username: 'anna',
      nickname: '50%_off',
      email: 'person@example.com',
      profileIconPath: '',
      devices: [{ id: first.deviceId, nickname: '', username: 'anna', status: 'Offline', appName: 'App 0' }],
    });
  });

  it('shows only the devices in scope', async () => {
    const userId = await idOf('anna');
    const { rows } = await sql<{ id: number }>`
      insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version)
      values (gen_random_uuid(), ${userId}, 'Second', 'Model', 'Android', '16', 'Newer app', '1') returning id`.execute(
      server.services.db,
    );
    const mine = (await server.api(userDetail, { userId }, owner.token)).envelope.data.devices;
    expect(mine.map(({ id }) => id)).toEqual([first.deviceId]);
    const all = (await server.api(userDetail, { userId })).envelope.data.devices;
    expect(all.map(({ id }) => id)).toEqual([rows[0]?.id, first.deviceId]);
    expect((await list({ search: 'anna' })).envelope.data[0]?.appName).toBe('Newer app');
  });

  it('is looked at in sight of the person: their devices note who looked', async () => {
    const looker = await server.createAdmin({ access: { USERS: 'READ_ONLY' }, username: 'the-looker' });
    await server.services.db
      .insertInto('device_assignments')
      .values({ user_id: looker.userId, device_id: first.deviceId })
      .execute();
    await server.api(userDetail, { userId: await idOf('anna') }, looker.token);
    const { rows } = await sql<{ action: string; subject: string }>`
      select action, subject from audit_entries
      where device_id = ${first.deviceId} and actor_name = 'the-looker'`.execute(server.services.db);
    expect(rows).toEqual([{ action: 'READ', subject: userDetail.path }]);
  });

  it('is not there for an admin without a device of theirs', async () => {
    const userId = await idOf('somebody-else');
    expect((await server.api(userDetail, { userId }, owner.token)).errorCode).toBe('user_not_found');
    expect((await server.api(userDetail, { userId: 999_999 })).errorCode).toBe('user_not_found');
  });
});
