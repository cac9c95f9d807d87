import { deviceSummary, renameDevice, renameUser, userDetail } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, RawDevice, type TestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../testing/test-server.ts';

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

/** What the device's person reads in their log about renames, newest first. */
async function renamesInLog(): Promise<string[]> {
  const raw = new RawDevice(server);
  await raw.hello(device.token);
  raw.send({ type: 'log-request', before: null });
  const { entries } = await raw.next('log');
  raw.socket.close();
  return entries.map(({ what }) => what).filter((what) => what.includes('nickname'));
}

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

  it('takes a name that was cut in the middle of a character', async () => {
    expect((await nameDevice('Trip \ud83d')).status).toBe(200);
    expect((await read()).devices[0]?.nickname).toBe('Trip \ufffd');
    expect((await renamesInLog())[0]).toContain('to "Trip \ufffd"');
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
