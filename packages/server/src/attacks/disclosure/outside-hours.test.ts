import { auditList, callState, weekDays } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { joinDevice, RawDevice, testVitals, type TestDevice } from '../../testing/test-device.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';

const server = useTestServer();
/** Hours that begin in two days. */
const day = weekDays[(new Date().getUTCDay() + 2) % 7] ?? 'MON';
const closed = JSON.stringify({ timeZone: 'UTC', days: [{ day, from: '12:00', to: '13:00' }] });
let admin: TestAdmin;
let device: TestDevice;
let phone: RawDevice;

const update = (columns: ReturnType<typeof sql>) =>
  sql`update devices set ${columns} where id = ${device.deviceId}`.execute(server.services.db);
const ask = () => server.api(callState, { deviceId: device.deviceId }, admin.token);

const stored = async () => {
  const { rows } = await sql`
    select app_version as "appVersion", in_call as "inCall" from devices where id = ${device.deviceId}`.execute(
    server.services.db,
  );
  return rows;
};

beforeAll(async () => {
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId });
  phone = new RawDevice(server);
  await phone.hello(device.token);
});

describe('whether a call is under way', () => {
  it.each([
    ['outside of the hours', sql`sharing_hours = ${closed}::jsonb`, 'outside_hours'],
    ['while the notice is hidden', sql`notice_shown = false`, 'notice_not_shown'],
  ])('is told within the hours and while the notice is shown, and not %s', async (_, columns, errorCode) => {
    await update(sql`sharing_hours = null, notice_shown = true`);
    phone.send({ type: 'heartbeat', ...testVitals, inCall: false });
    phone.send({ type: 'heartbeat', ...testVitals, inCall: true });
    await vi.waitFor(async () => expect((await ask()).envelope.data).toEqual({ inCall: true }));
    await update(columns);
    const refused = await ask();
    expect([refused.status, refused.errorCode]).toEqual([403, errorCode]);
    expect(refused.envelope.data).toBeNull();
    // The person sees the attempt.
    const log = await server.api(auditList, { deviceId: device.deviceId, action: 'REFUSED_READ' });
    expect(log.envelope.data.map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ reason: errorCode }),
    );
  });

  it('is not stored outside of the hours', async () => {
    await update(sql`sharing_hours = ${closed}::jsonb, notice_shown = true, in_call = null`);
    phone.send({ type: 'heartbeat', ...testVitals, inCall: false });
    phone.send({ type: 'heartbeat', ...testVitals, inCall: true, appVersion: '7.7.7' });
    await vi.waitFor(async () => expect(await stored()).toEqual([{ appVersion: '7.7.7', inCall: null }]));
  });
});
