import {
  capabilityNames,
  contacts,
  createPushNotification,
  deviceGrants,
  deviceSummary,
  errorText,
  missingFiles,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { auditOf } from '../../../testing/person.ts';
import {
  awaitStatus,
  awaitStep,
  contactNames,
  joinDevice,
  RawDevice,
  testContact,
  testVitals,
  type TestDevice,
} from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

const heartbeat = (noticeShown: boolean) => ({ type: 'heartbeat', ...testVitals, noticeShown }) as const;
const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const noticesOf = async (device: TestDevice) =>
  (await auditOf(server, device)).filter(({ action }) => action === 'NOTICE').map(({ details }) => details);
const shownOf = async ({ deviceId }: TestDevice) =>
  (await server.api(deviceSummary, { deviceId })).envelope.data.noticeShown;

async function updateWith(device: TestDevice, raw: RawDevice, name: string): Promise<void> {
  await update(device);
  const { commandId } = await raw.next('command');
  raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', name)] });
  raw.send({ type: 'result', commandId, batches: 1 });
  await awaitStep(server, device.deviceId, 'DONE');
}

describe('a device whose notice is not shown', () => {
  it('ends what is under way at once, takes nothing, and takes commands again when it is shown', async () => {
    const { device, raw } = await devices.connected();
    const { deviceId } = device;
    raw.send(heartbeat(true));
    await updateWith(device, raw, 'Anna');
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'accepted', commandId });
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Bert')] });
    raw.send(heartbeat(false));
    raw.send({ type: 'result', commandId, batches: 1 });
    expect(await raw.next('cancel')).toEqual({ type: 'cancel', commandId });
    expect((await awaitStep(server, deviceId, 'FAILED')).errorDetails).toBe(errorText('notice_not_shown'));
    await vi.waitFor(async () => expect(await shownOf(device)).toBe(false));
    const refused = await update(device);
    expect([refused.status, refused.errorCode]).toEqual([403, 'notice_not_shown']);
    // Collected data and consents stay. A push notification collects nothing.
    expect(await contactNames(server, deviceId)).toEqual(['Anna']);
    const { grants, pausedSince } = (await server.api(deviceGrants, { deviceId })).envelope.data;
    expect([grants.filter(({ granted }) => granted).length, pausedSince]).toEqual([capabilityNames.length, null]);
    const message = { type: 'INFO', title: 'Hello', message: 'Please open the app.' } as const;
    expect((await server.api(createPushNotification, { deviceId, ...message })).status).toBe(200);

    raw.send(heartbeat(true));
    await vi.waitFor(async () => expect(await shownOf(device)).toBe(true));
    await updateWith(device, raw, 'Carla');
    expect(await contactNames(server, deviceId)).toEqual(['Carla']);
    expect(await noticesOf(device)).toEqual([{ notice: 'hidden' }, { notice: 'shown' }]);
    raw.send({ type: 'log-request', before: null });
    const { entries } = await raw.next('log');
    expect(entries.filter(({ action }) => action === 'NOTICE')).toMatchObject([
      { who: 'This device', what: 'shows the note that it is supervised again' },
      {
        who: 'This device',
        what: 'does not show the note that it is supervised; nothing is collected until it does',
      },
    ]);
    raw.socket.close();
  });

  it('is remembered when it says so and is gone, until it says otherwise', async () => {
    const device = await joinDevice(server);
    const { deviceId, token } = device;
    const raw = new RawDevice(server);
    await raw.hello(token);
    raw.send(heartbeat(false));
    raw.socket.close();
    await awaitStatus(server, deviceId, 'Offline');
    expect((await update(device)).errorCode).toBe('notice_not_shown');
    const again = new RawDevice(server);
    await again.hello(token);
    again.send(heartbeat(false));
    await awaitStatus(server, deviceId, 'Online');
    expect((await update(device)).errorCode).toBe('notice_not_shown');
    expect(await noticesOf(device)).toEqual([{ notice: 'hidden' }]);
    const back = new RawDevice(server);
    await back.hello(token);
    back.send(heartbeat(true));
    await vi.waitFor(async () => expect((await update(device)).status).toBe(200));
    expect((await back.next('command')).commandType).toBe('UPDATE_CONTACTS');
    expect(await noticesOf(device)).toEqual([{ notice: 'hidden' }, { notice: 'shown' }]);
    back.socket.close();
  });

  it('stands in the log also when that and its leaving are written together', async () => {
    const { db } = server.services;
    const other = await devices.connected();
    const { device, raw } = await devices.connected();
    await db.transaction().execute(async (transaction) => {
      // While this row is locked, the other device's heartbeat cannot be stored, and later writes of presence wait behind it.
      await sql`select from devices where id = ${other.device.deviceId} for update`.execute(transaction);
      other.raw.send(heartbeat(false));
      other.raw.send({ type: 'ping' });
      await other.raw.next('pong');
      raw.send(heartbeat(false));
      raw.socket.close();
      await raw.closed;
      expect(await noticesOf(device)).toEqual([]);
    });
    await awaitStatus(server, device.deviceId, 'Offline');
    expect(await noticesOf(device)).toEqual([{ notice: 'hidden' }]);
    other.raw.socket.close();
  });

  it('does not get a command that waited for it', async () => {
    const device = await joinDevice(server);
    await update(device);
    await sql`update devices set notice_shown = false where id = ${device.deviceId}`.execute(server.services.db);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    expect((await awaitStep(server, device.deviceId, 'FAILED')).errorDetails).toBe(errorText('notice_not_shown'));
    expect(raw.frames.map(({ type }) => type)).not.toContain('command');
    raw.socket.close();
  });

  it('sends no files and gives no answer, even if only the database knows', async () => {
    const { device, raw } = await devices.connected();
    await update(device);
    const { commandId } = await raw.next('command');
    await sql`update devices set notice_shown = false where id = ${device.deviceId}`.execute(server.services.db);
    const files = await server.api(missingFiles, { commandId, hashes: ['a'.repeat(64)] }, device.token);
    expect(files.errorCode).toBe('notice_not_shown');
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1', 'Anna')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    expect((await awaitStep(server, device.deviceId, 'FAILED')).errorDetails).toBe(errorText('notice_not_shown'));
    expect(await contactNames(server, device.deviceId)).toEqual([]);
    raw.socket.close();
  });

  it('fills its log with a few lines only when it changes its mind all the time; the last word counts', async () => {
    const { device, raw } = await devices.connected();
    for (let change = 0; change < 60; change += 1) raw.send(heartbeat(change % 2 === 1));
    raw.send({ ...heartbeat(false), batteryPercent: 3 });
    const stored = () =>
      server.services.db
        .selectFrom('devices')
        .select(['battery_percent', 'notice_shown'])
        .where('id', '=', device.deviceId)
        .executeTakeFirst();
    const last = { battery_percent: 3, notice_shown: false };
    await vi.waitFor(async () => expect(await stored()).toEqual(last), { timeout: 30_000 });
    expect((await update(device)).errorCode).toBe('notice_not_shown');
    expect((await noticesOf(device)).length).toBeLessThan(20);
    raw.socket.close();
  });
});
