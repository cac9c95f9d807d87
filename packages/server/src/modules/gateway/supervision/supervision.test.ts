import { isDeepStrictEqual } from 'node:util';
import {
  assignDevices,
  blockUser,
  capabilityNames,
  describePasscode,
  limits,
  rejectUser,
  removeDevices,
  retentionUpdate,
} from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { createPasscodes } from '../../devices/passcodes/passcodes.store.ts';

const server = useTestServer();

async function connect({ token }: TestDevice): Promise<RawDevice> {
  const raw = new RawDevice(server);
  await raw.hello(token, { platform: 'BROWSER' });
  return raw;
}

const adminsOf = async (raw: RawDevice) => (await raw.next('supervision')).admins;

/** Waits until the device is sent these admins. A change of an account is sent as well, so the same may come twice. */
async function awaitAdmins(raw: RawDevice, admins: string[]): Promise<void> {
  while (!isDeepStrictEqual(await adminsOf(raw), admins));
}

describe('who supervises a device', () => {
  it('is told after the welcome, with how long everything is kept', async () => {
    const device = await joinDevice(server);
    const raw = await connect(device);
    const told = await raw.next('supervision');
    expect(told).toMatchObject({
      admins: [server.admin.username],
      moreAdmins: 0,
      pushKey: null,
      pushSubscribed: false,
    });
    expect(Object.keys(told.keptDays).toSorted()).toEqual(capabilityNames.toSorted());
    expect(told.keptDays).toMatchObject({ CONTACTS: 90, LOCATION: 7, SMS: 30, CAMERA: 30, NOTIFICATIONS: 90 });
    const [passcode = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
    const { envelope } = await server.api(describePasscode, { passcode }, null);
    expect(envelope.data.keptDays).toEqual(told.keptDays);
    raw.socket.close();
  });

  it('is not told to a client that did not name its platform', async () => {
    const device = await joinDevice(server);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    const other = await connect(await joinDevice(server));
    await other.next('supervision');
    server.services.bus.publish('supervisionChanged', { deviceIds: null });
    await other.next('supervision');
    raw.send({ type: 'ping' });
    await raw.next('pong');
    expect(raw.frames).toEqual([]);
    raw.socket.close();
    other.socket.close();
  });

  it('is told again when it changes: assigned, blocked, no admin any more, removed', async () => {
    const device = await joinDevice(server);
    const raw = await connect(device);
    expect(await adminsOf(raw)).toEqual([server.admin.username]);
    const deviceIds = [device.deviceId];
    const zoe = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Zoe' });
    const ada = await server.createAdmin({ access: 'FULL_ACCESS', username: 'Ada' });
    await server.api(assignDevices, { userId: zoe.userId, deviceIds });
    expect(await adminsOf(raw)).toEqual([server.admin.username, 'Zoe']);
    await server.api(assignDevices, { userId: ada.userId, deviceIds });
    const all = ['Ada', server.admin.username, 'Zoe'];
    await awaitAdmins(raw, all);
    await server.api(blockUser, { userId: zoe.userId, blocked: true });
    await awaitAdmins(raw, ['Ada', server.admin.username]);
    await server.api(blockUser, { userId: zoe.userId, blocked: false });
    await awaitAdmins(raw, all);
    await server.api(rejectUser, { userId: zoe.userId });
    await awaitAdmins(raw, ['Ada', server.admin.username]);
    await server.api(removeDevices, { userId: ada.userId, deviceIds });
    await awaitAdmins(raw, [server.admin.username]);
    raw.socket.close();
  });

  it('is told again when it is kept for another time', async () => {
    const device = await joinDevice(server);
    const raw = await connect(device);
    await raw.next('supervision');
    await server.api(retentionUpdate, { days: { contacts: 12, 'files.camera': 3 } });
    expect((await raw.next('supervision')).keptDays).toMatchObject({ CONTACTS: 12, CAMERA: 3, LOCATION: 7 });
    await server.api(retentionUpdate, { days: { contacts: 90, 'files.camera': 30 } });
    raw.socket.close();
  });

  it('names some of many', async () => {
    const device = await joinDevice(server);
    const { adminsShown } = limits.supervision;
    for (let count = 0; count < adminsShown + 2; count += 1) {
      const admin = await server.createAdmin({ username: `many-${count}` });
      const { db } = server.services;
      await db.insertInto('device_assignments').values({ user_id: admin.userId, device_id: device.deviceId }).execute();
    }
    const raw = await connect(device);
    const told = await raw.next('supervision');
    expect(told.admins).toHaveLength(adminsShown);
    expect(told.moreAdmins).toBe(3);
    raw.socket.close();
  });
});
