import {
  assignDevices,
  contacts,
  giveReason,
  removeDevices,
  renameDevice,
  setPassword,
  type AuditDetails,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
let helper: TestAdmin;
let one: TestDevice;
let other: TestDevice;
let silent: TestDevice;

const reasonFor = ({ username }: TestDevice) => `A complaint about ${username} today`;

beforeAll(async () => {
  helper = await server.createAdmin({ access: 'FULL_ACCESS' });
  [one, other, silent] = [await joinDevice(server), await joinDevice(server), await joinDevice(server)];
  for (const device of [one, other]) {
    await server.api(giveReason, { deviceId: device.deviceId, capability: 'CONTACTS', reason: reasonFor(device) });
  }
});

/** The reason in the newest line of this action in the log of a device. */
async function statedIn({ deviceId }: TestDevice, action: string): Promise<unknown> {
  const { rows } = await sql<{ details: AuditDetails }>`
    select details from audit_entries where device_id = ${deviceId} and action = ${action} order by sequence desc limit 1`.execute(
    server.services.db,
  );
  expect(rows).toHaveLength(1);
  return rows[0]?.details['reason'];
}

describe('with reasons open for two devices', () => {
  it('what is read of each is written into its log with the reason for that one, and with none for a third', async () => {
    for (const { deviceId } of [one, other, silent]) await server.api(contacts.list, { deviceId });
    expect(await statedIn(one, 'READ')).toBe(reasonFor(one));
    expect(await statedIn(other, 'READ')).toBe(reasonFor(other));
    expect(await statedIn(silent, 'READ')).toBeUndefined();
  });

  it('what is done to many devices and uses none of their data is written without any', async () => {
    const deviceIds = [one, other, silent].map(({ deviceId }) => deviceId);
    for (const [endpoint, action] of [
      [assignDevices, 'ASSIGN'],
      [removeDevices, 'UNASSIGN'],
    ] as const) {
      const { status, error } = await server.api(endpoint, { userId: helper.userId, deviceIds });
      expect([status, error]).toEqual([200, '']);
      for (const device of [one, other, silent]) expect(await statedIn(device, action)).toBeUndefined();
    }
  });

  it('what is done to one device does not carry the reason for another', async () => {
    await server.api(renameDevice, { deviceId: silent.deviceId, nickname: 'Third phone' });
    expect(await statedIn(silent, 'RENAME')).toBeUndefined();
  });

  it('a change of an account that has both is answered, and logged for each without a reason', async () => {
    const deviceIds = [one, other].map(({ deviceId }) => deviceId);
    await server.api(assignDevices, { userId: helper.userId, deviceIds });
    const { status, error } = await server.api(setPassword, {
      userId: helper.userId,
      password: 'a new password of theirs',
    });
    expect([status, error]).toEqual([200, '']);
    expect([await statedIn(one, 'SIGN_IN'), await statedIn(other, 'SIGN_IN')]).toEqual([undefined, undefined]);
  });
});
