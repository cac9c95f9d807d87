import { assignDevices, changeHands, deviceList, endDevice, groundNotStated, passcodeList } from '@fairwatch/contract';
import { join } from '@fairwatch/device';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { auditOf, countContacts } from '../../../testing/person.ts';
import { joinDevice, joinRequest } from '../../../testing/test-device.ts';
import { insertGroup } from '../../../testing/test-groups.ts';
import type { TestAdmin } from '../../../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);
const reason = 'Anna got a new phone.';
const ground = { ...groundNotStated, purpose: 'WORK' } as const;

const handOver = (deviceId: number, { token }: TestAdmin = server.admin) =>
  server.api(changeHands, { deviceId, reason, name: 'Ben Berg', ground }, token);
const addTo = (groupId: number, deviceId: number) =>
  sql`insert into group_devices (group_id, device_id) values (${groupId}, ${deviceId})`.execute(server.services.db);

describe('a device that changes hands', () => {
  it('ends the stay of its person with all that was collected, and has a passcode for the next one', async () => {
    const { device, raw } = await devices.connected();
    const { deviceId } = device;
    await sql`
      insert into contacts (device_id, key, name, phone_number, email, address)
      values (${deviceId}, '1', 'Mum', '', '', '')`.execute(server.services.db);
    expect(await countContacts(server, device)).toBe(1);
    const [ruled, chosen] = [
      await insertGroup(server, server.admin, 'By rule', { osName: 'android' }),
      await insertGroup(server, server.admin, 'Vans'),
    ];
    for (const groupId of [ruled, chosen]) await addTo(groupId, deviceId);

    const { envelope } = await handOver(deviceId);
    const passcode = envelope.data;
    expect(passcode).toMatchObject({
      state: 'VALID',
      name: 'Ben Berg',
      ground,
      group: { id: chosen },
      admin: server.admin.username,
      usedBy: null,
    });
    expect(await raw.next('ended')).toMatchObject({ reason, endedBy: server.admin.username });
    expect(await countContacts(server, device)).toBe(0);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({
      action: 'END',
      subject: changeHands.path,
      details: { why: reason },
    });
    const request = await joinRequest(passcode.otpCode, [], ground);
    const next = await join(server.url, request);
    expect(next.deviceId).not.toBe(deviceId);
    const { rows } = await sql`
      select group_id from group_devices where device_id = ${next.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([{ group_id: chosen }]);
  });

  it('goes to the admin it was assigned to, also when a SUPER_ADMIN hands it over', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const first = await joinDevice(server, { ownerId: owner.userId });
    await addTo(await insertGroup(server, owner, 'Of the owner'), first.deviceId);
    const byRoot = (await handOver(first.deviceId)).envelope.data;
    expect(byRoot).toMatchObject({
      admin: owner.username,
      createdBy: server.admin.username,
      group: { name: 'Of the owner' },
    });
    const second = await joinDevice(server, { ownerId: server.admin.userId });
    await server.api(assignDevices, { userId: owner.userId, deviceIds: [second.deviceId] });
    expect((await handOver(second.deviceId, owner)).envelope.data).toMatchObject({
      admin: owner.username,
      createdBy: owner.username,
      group: null,
    });
  });

  it('happens once: the second admin learns that the device is gone, and gets no passcode', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { deviceId } = await joinDevice(server, { ownerId: owner.userId });
    const answers = await Promise.all([1, 2, 3].map(() => handOver(deviceId, owner)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
    const { envelope } = await server.api(passcodeList, { filter: { state: 'VALID' } }, owner.token);
    expect(envelope.data).toHaveLength(1);
  });

  it('takes the permissions to end devices and to make passcodes, and a device in scope', async () => {
    const ender = await server.createAdmin({ access: { DEVICES: 'FULL_ACCESS', OTP_LIST: 'READ_ONLY' } });
    const maker = await server.createAdmin({ access: { DEVICES: 'READ_ONLY', OTP_LIST: 'FULL_ACCESS' } });
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    const { deviceId } = await joinDevice(server, { ownerId: ender.userId });
    await server.api(assignDevices, { userId: maker.userId, deviceIds: [deviceId] });
    expect((await handOver(deviceId, ender)).errorCode).toBe('not_allowed');
    expect((await handOver(deviceId, maker)).errorCode).toBe('not_allowed');
    expect((await handOver(deviceId, stranger)).errorCode).toBe('device_not_found');
    expect((await server.api(deviceList, {}, ender.token)).envelope.data).toHaveLength(1);
    expect((await server.api(endDevice, { deviceId, reason }, ender.token)).status).toBe(200);
  });
});
