import {
  accessLog,
  changeUserType,
  deviceSummary,
  profile,
  removePersonPicture,
  renameDevice,
  renameUser,
  setPersonPicture,
  userDetail,
  userList,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let device: TestDevice;
let userId: number;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: owner.userId });
  const { rows } = await sql<{ id: number }>`select id from users where username = ${device.username}`.execute(
    server.services.db,
  );
  userId = rows[0]?.id ?? 0;
});
afterAll(() => server.close());

const nameDevice = (nickname: string, token = owner.token) =>
  server.api(renameDevice, { deviceId: device.deviceId, nickname }, token);
const nameUser = (nickname: string, token = owner.token) => server.api(renameUser, { userId, nickname }, token);
const read = async () => (await server.api(userDetail, { userId }, owner.token)).envelope.data;

const setType = (id: number, type: 'USER' | 'GUEST', token: string | null = owner.token) =>
  server.api(changeUserType, { userId: id, type }, token);
const draw = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#14756d' } })
    .png()
    .toBuffer();
const send = (id: number, bytes: Buffer, token = owner.token) =>
  server.api(setPersonPicture, { userId: id, image: bytes.toString('base64') }, token);
const status = async (path: string) => (await fetch(new URL(path, server.url))).status;

/** The entries of the device's log that match, newest first. */
async function changesInLog(words: RegExp): Promise<string[]> {
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  raw.send({ type: 'log-request', before: null });
  const { entries } = await raw.next('log');
  raw.socket.close();
  return entries.map(({ what }) => what).filter((what) => words.test(what));
}
const renamesInLog = () => changesInLog(/nickname/);

describe('renaming', () => {
  it('[SPEC 2.61, 7.49] gives a device its nickname, trimmed, and takes it off again', async () => {
    expect((await nameDevice('  Night shift  ')).envelope.data).toEqual({ nickname: 'Night shift' });
    const { envelope } = await server.api(deviceSummary, { deviceId: device.deviceId }, owner.token);
    expect(envelope.data.nickname).toBe('Night shift');
    await nameDevice('');
    expect((await read()).devices[0]?.nickname).toBe('');
  });

  it('[SPEC 2.61, 7.21] gives a person their nickname', async () => {
    expect((await nameUser('The courier')).envelope.data).toEqual({ nickname: 'The courier' });
    expect(await read()).toMatchObject({ username: device.username, nickname: 'The courier' });
  });

  it('is written to the log of the device, with the name before; the same name again is not', async () => {
    await nameDevice('One');
    await nameDevice('One');
    await nameDevice('');
    await nameUser('Two');
    expect((await renamesInLog()).slice(0, 3)).toEqual([
      'changed your nickname from "The courier" to "Two"',
      'changed the nickname of this device from "One" to none',
      'changed the nickname of this device to "One"',
    ]);
  });

  it('refuses a name that was cut in the middle of a character', async () => {
    expect((await nameDevice('Trip \ud83d')).errorCode).toBe('invalid_input');
  });

  it('takes at most 64 characters', async () => {
    expect((await nameDevice('n'.repeat(64))).status).toBe(200);
    expect((await nameDevice('n'.repeat(65))).errorCode).toBe('invalid_input');
    expect((await nameUser('n'.repeat(65))).errorCode).toBe('invalid_input');
  });

  it('is for those with full access, to devices and to users', async () => {
    const reader = await server.createAdmin({ access: 'READ_ONLY' });
    const keeper = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS' } });
    for (const { userId: user_id } of [reader, keeper]) {
      const assignment = { user_id, device_id: device.deviceId };
      await server.services.db.insertInto('device_assignments').values(assignment).execute();
    }
    expect((await nameDevice('x', reader.token)).errorCode).toBe('not_allowed');
    expect((await nameUser('x', reader.token)).errorCode).toBe('not_allowed');
    expect((await nameDevice('kept', keeper.token)).status).toBe(200);
    expect((await nameUser('x', keeper.token)).errorCode).toBe('not_allowed');
  });

  it('reaches only the devices and people in scope', async () => {
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await nameDevice('mine', stranger.token)).errorCode).toBe('device_not_found');
    expect((await nameUser('mine', stranger.token)).errorCode).toBe('user_not_found');
    expect((await server.api(userDetail, { userId }, stranger.token)).errorCode).toBe('user_not_found');
    expect(JSON.stringify(await read())).not.toContain('mine');
  });
});

describe('a guest', () => {
  it('[SPEC 3.32] is whoever was made one: their list, their detail and their log say so', async () => {
    expect((await setType(userId, 'GUEST')).envelope.data).toEqual({ userType: 'GUEST' });
    expect((await read()).userType).toBe('GUEST');
    const guests = await server.api(userList, { filter: { userType: 'GUEST' } }, owner.token);
    expect(guests.envelope.data.map(({ id }) => id)).toEqual([userId]);
    await setType(userId, 'GUEST');
    await setType(userId, 'USER');
    expect(await changesInLog(/your account/)).toEqual([
      'changed your account from Guest User to Standard User',
      'changed your account from Standard User to Guest User',
    ]);
  });

  it('can be an account that signs in and is no admin; then the access log has it, too', async () => {
    const boss = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const waiting = await server.createAdmin({ role: 'PENDING' });
    expect((await setType(waiting.userId, 'GUEST', boss.token)).status).toBe(200);
    expect((await server.api(profile, {}, waiting.token)).envelope.data.userType).toBe('GUEST');
    const { envelope } = await server.api(accessLog, { search: waiting.username }, boss.token);
    expect(envelope.data).toMatchObject([{ action: 'USER_TYPE', after: { userType: 'Guest User' } }]);
    expect((await setType(owner.userId, 'GUEST', boss.token)).errorCode).toBe('administrator_type');
  });

  it('is made by those with full access to users, within their scope', async () => {
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await setType(userId, 'GUEST', stranger.token)).errorCode).toBe('user_not_found');
    const reader = await server.createAdmin({ access: 'READ_ONLY' });
    expect((await setType(userId, 'GUEST', reader.token)).errorCode).toBe('not_allowed');
    expect((await setType(userId, 'ADMIN' as 'GUEST')).errorCode).toBe('invalid_input');
  });
});

describe('the picture of a person', () => {
  it('[SPEC 2.60, 3.19] is set, shown in list and detail, removed, and each is in their log', async () => {
    const { profileIconPath } = (await send(userId, await draw())).envelope.data;
    expect((await read()).profileIconPath).toBe(profileIconPath);
    const [listed] = (await server.api(userList, { search: device.username }, owner.token)).envelope.data;
    expect(listed?.profileIconPath).toBe(profileIconPath);
    expect(await status(profileIconPath)).toBe(200);
    await server.api(removePersonPicture, { userId }, owner.token);
    await server.api(removePersonPicture, { userId }, owner.token);
    expect([(await read()).profileIconPath, await status(profileIconPath)]).toEqual(['', 404]);
    expect(await changesInLog(/picture/)).toEqual(['removed the picture of you', 'set a picture of you']);
  });

  it('needs an image, full access and a person in scope; accounts that can sign in set their own', async () => {
    expect((await send(userId, Buffer.from('<svg/>'))).errorCode).toBe('file_type_not_allowed');
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await send(userId, await draw(), stranger.token)).errorCode).toBe('user_not_found');
    const reader = await server.createAdmin({ access: 'READ_ONLY' });
    expect((await send(userId, await draw(), reader.token)).errorCode).toBe('not_allowed');
    const boss = await server.createAdmin({ role: 'SUPER_ADMIN' });
    expect((await send(owner.userId, await draw(), boss.token)).errorCode).toBe('signs_in');
  });

  it('goes with the person who leaves', async () => {
    const { profileIconPath } = (await send(userId, await draw())).envelope.data;
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'leave' });
    await vi.waitFor(async () => expect(await status(profileIconPath)).toBe(404));
    raw.socket.close();
  });
});
