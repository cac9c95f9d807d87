import {
  contacts,
  createPushNotification,
  describePasscode,
  deviceGrants,
  deviceSummary,
  enrol,
  hoursText,
  loadDefaultHours,
  missingFiles,
  noticeVersion,
  notificationList,
  pairDeviceInfo,
  updateDefaultHours,
  weekDays,
  type SharingHours,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { auditOf, livingDevice } from '../../../testing/person.ts';
import {
  awaitStatus,
  awaitStep,
  contactNames,
  joinDevice,
  joinRequest,
  RawDevice,
  testFacts,
  testVitals,
  type TestDevice,
} from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { createPasscodes } from '../passcodes/passcodes.store.ts';
import { quarantineDevices } from '../../consent/quarantine.store.ts';

const server = useTestServer();
const devices = useDevices(server);

/** Hours that begin three days from now, so that the test always runs outside them. */
const dayFromNow = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
const closed: SharingHours = {
  timeZone: 'UTC',
  days: [{ day: weekDays[(dayFromNow + 6) % 7] ?? 'MON', from: '12:00', to: '13:00' }],
};
const open: SharingHours = { timeZone: 'UTC', days: weekDays.map((day) => ({ day, from: '00:00', to: '24:00' })) };

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const grantsOf = async ({ deviceId }: TestDevice) => (await server.api(deviceGrants, { deviceId })).envelope.data;
const setHours = ({ deviceId }: TestDevice, hours: SharingHours | null) =>
  sql`update devices set sharing_hours = ${hours && JSON.stringify(hours)}::jsonb where id = ${deviceId}`.execute(
    server.services.db,
  );

const join = async (hours?: SharingHours | null) => {
  const [code = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
  const described = (await server.api(describePasscode, { passcode: code }, null)).envelope.data;
  const request = { ...(await joinRequest(code)), ...(hours !== undefined && { hours }) };
  const { deviceId, token } = (await server.api(enrol, request, null)).envelope.data;
  return { described, device: { deviceId, token, username: request.person.username } };
};

describe('the sharing hours of a person', () => {
  it('are set over the protocol, stand in the log, and are told to the admins', async () => {
    const { device, client, release } = await livingDevice(server, devices);
    release();
    expect(await grantsOf(device)).toMatchObject({ hours: null, hoursBeginAt: null });
    expect((await client.setHours(closed)).hours).toEqual(closed);
    const { hours, hoursBeginAt } = await grantsOf(device);
    expect(hours).toEqual(closed);
    expect(Date.parse(hoursBeginAt ?? '')).toBeGreaterThan(Date.now());
    const summary = await server.api(deviceSummary, { deviceId: device.deviceId });
    expect(summary.envelope.data.hours).toEqual(closed);
    const { entries } = await client.log.read();
    expect(entries.find(({ action }) => action === 'HOURS')).toMatchObject({
      who: device.username,
      what: `set the hours for sharing: ${hoursText(closed)}`,
    });
    await vi.waitFor(async () => {
      const { envelope } = await server.api(notificationList, { filter: { type: 'CONSENT_CHANGED' } });
      expect(envelope.data.map(({ message }) => message)).toContain(`They share ${hoursText(closed)}.`);
    });
    await client.setHours(closed);
    await client.setHours(null);
    const log = await auditOf(server, device);
    expect(log.filter(({ action }) => action === 'HOURS')).toHaveLength(2);
    expect(await grantsOf(device)).toMatchObject({ hours: null, hoursBeginAt: null });
  });

  it('refuse commands outside of them, with when they begin again; what was collected stays visible', async () => {
    const { device, client, release } = await livingDevice(server, devices);
    release();
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    await client.setHours(closed);
    const refused = await update(device);
    expect([refused.status, refused.errorCode]).toEqual([403, 'outside_hours']);
    expect(refused.error).toContain('12:00 (UTC)');
    expect(await contactNames(server, device.deviceId)).toEqual(['Anna']);
    const { deviceId } = device;
    const message = { type: 'INFO', title: 'Hello', message: 'A message is not collecting.' } as const;
    expect((await server.api(createPushNotification, { deviceId, ...message })).status).toBe(200);
    const { entries } = await client.log.read();
    expect(entries.map(({ what }) => what)).toContain(
      'tried to ask for Contacts and was refused: outside of your sharing hours',
    );
    await client.setHours(open);
    expect((await update(device)).status).toBe(200);
  });

  it('end the command that is open when they are set so', async () => {
    const { device, client, collect } = await livingDevice(server, devices);
    await update(device);
    await vi.waitFor(() => expect(collect).toHaveBeenCalledOnce());
    await client.setHours(closed);
    const { errorDetails } = await awaitStep(server, device.deviceId, 'CANCELLED');
    expect(errorDetails).toContain('shares nothing at this hour');
  });

  it('let a command wait that was asked for within them, until they begin or it expires', async () => {
    const device = await joinDevice(server);
    await update(device);
    await setHours(device, closed);
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    await awaitStatus(server, device.deviceId, 'Online');
    raw.send({ type: 'hours', hours: null });
    await raw.next('grants');
    expect(raw.frames.map(({ type }) => type)).not.toContain('command');
    expect((await raw.next('command')).commandType).toBe('UPDATE_CONTACTS');
    raw.socket.close();
  });

  it('hold back files and how the phone is doing', async () => {
    const device = await joinDevice(server);
    const { deviceId, token } = device;
    const raw = new RawDevice(server);
    await raw.hello(token);
    raw.send({ type: 'heartbeat', ...testVitals, batteryPercent: 71 });
    const details = async () => (await server.api(pairDeviceInfo, { deviceId })).envelope.data;
    await vi.waitFor(async () => expect((await details()).details?.batteryPercent).toBe(71));
    await update(device);
    const { commandId } = await raw.next('command');
    await setHours(device, closed);
    const answer = await server.api(missingFiles, { commandId, hashes: ['a'.repeat(64)] }, token);
    expect(answer.errorCode).toBe('outside_hours');
    raw.send({ type: 'hours', hours: open });
    await raw.next('grants');
    raw.send({ type: 'hours', hours: closed });
    await raw.next('grants');
    raw.send({ type: 'heartbeat', ...testVitals, batteryPercent: 12, appVersion: '9.9.9' });
    await vi.waitFor(async () => expect((await details()).appVersion).toBe('9.9.9'));
    expect((await details()).details?.batteryPercent).toBe(71);
    raw.socket.close();
  });

  it('are told to its device when it comes, but not to one of an earlier version', async () => {
    const device = await joinDevice(server);
    await setHours(device, closed);
    const told = vi.fn<(hours: SharingHours | null) => void>();
    const client = devices.start(device, { collectors: {}, onGrants: ({ hours }) => told(hours) });
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(closed));
    await client.stop();
    const raw = new RawDevice(server);
    expect(await raw.hello(device.token)).not.toHaveProperty('hours');
    raw.socket.close();
  });
});

describe('the hours that a device starts with', () => {
  it('are those that the owner set, unless its person says others', async () => {
    const before = await server.api(loadDefaultHours, {});
    expect(before.envelope.data).toEqual({ hours: null, changedBy: null, changedAt: null });
    const set = await server.api(updateDefaultHours, { hours: closed });
    expect(set.envelope.data).toMatchObject({ hours: closed, changedBy: server.admin.username });
    const { described, device } = await join();
    expect(described.hours).toEqual(closed);
    expect((await grantsOf(device)).hours).toEqual(closed);
    expect((await auditOf(server, device))[0]?.details).toMatchObject({ hours: hoursText(closed) });
    expect((await grantsOf((await join(open)).device)).hours).toEqual(open);
    expect((await grantsOf((await join(null)).device)).hours).toBeNull();
    const wrong = await server.api(updateDefaultHours, { hours: { ...closed, timeZone: 'Moon/Sea' } });
    expect(wrong.status).toBe(400);
    await server.api(updateDefaultHours, { hours: null });
    expect((await grantsOf((await join()).device)).hours).toBeNull();
  });
});

describe('after a restore', () => {
  it('the hours count that the device itself says', async () => {
    const device = await joinDevice(server);
    await quarantineDevices(server.services.db, '');
    const raw = new RawDevice(server);
    await raw.opened;
    const grants = { capabilities: ['CONTACTS'], paused: false, hours: closed };
    raw.send({ type: 'hello', token: device.token, facts: testFacts, grants, noticeVersion });
    expect((await raw.next('welcome')).hours).toEqual(closed);
    expect((await update(device)).errorCode).toBe('outside_hours');
    raw.socket.close();
  });
});
