import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  askConsent,
  auditList,
  capabilityNames,
  contacts,
  createInvitation,
  createPushNotification,
  invitationOffer,
  deviceGrants,
  type Capability,
} from '@fairwatch/contract';
import { join, type JoinRefused } from '@fairwatch/device';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { deviceTables } from '../../../device-features.ts';
import { auditOf, countContacts } from '../../../testing/person.ts';
import {
  awaitStatus,
  awaitStep,
  joinDevice,
  joinRequest,
  RawDevice,
  testContact,
  type TestDevice,
} from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { restoredMark } from '../../../core/data-dir.ts';
import { markRestored } from '../../../shared/schema/admission/server-facts.store.ts';
import { verifyAudit } from '../../../shared/audit/chain/audit-verify.ts';
import { leaveUnconfirmed } from '../../devices/person/quarantine.ts';
import { createSession, findSession } from '../../../shared/sessions/sessions.ts';
import { createPasscodes, usePasscode } from '../../devices/passcodes/passcodes.store.ts';
import { protectRestored } from './after-restore.ts';

const server = useTestServer();
const devices = useDevices(server);
const madeAt = '2026-01-02T03:04:05.000Z';
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

/** Simulates the first start after a restore. */
async function startRestored(): Promise<void> {
  await markRestored(server.services.db, madeAt);
  await protectRestored(server.services, server.services.config.dataDir);
  await signInAgain();
}

async function signInAgain(): Promise<void> {
  const session = { userId: server.admin.userId, remembered: false, address: '127.0.0.1', userAgent: 'test' };
  server.admin.token = (await createSession(server.services, session)).token;
}

const api: typeof server.api = (endpoint, input) => server.api(endpoint, input, server.admin.token);
const live = { api };

/** Creates a device whose contacts were collected before the backup. */
async function withContacts(): Promise<TestDevice> {
  const device = await joinDevice(server);
  const client = devices.start(device, { collectors: { contacts: async () => [testContact('1', 'Anna')] } });
  await awaitStatus(live, device.deviceId, 'Online');
  await api(contacts.update, { deviceId: device.deviceId });
  await awaitStep(live, device.deviceId, 'DONE');
  await client.stop();
  // As at a server's start, nobody is connected and nothing is being written.
  await awaitStatus(live, device.deviceId, 'Offline');
  return device;
}

const grantsOf = async ({ deviceId }: TestDevice) => (await api(deviceGrants, { deviceId })).envelope.data;
const refusalOf = async ({ deviceId }: TestDevice) => (await api(contacts.list, { deviceId })).errorCode;

function returns(device: TestDevice, granted: readonly Capability[], paused = false) {
  return devices.start(device, { collectors: { contacts: async () => [] }, granted: () => granted, paused });
}

const rowOf = ({ deviceId }: TestDevice) =>
  server.services.db
    .selectFrom('devices')
    .select(['capabilities', 'paused_at', 'left_at', 'restored_at'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow();

/** Returns why a join was refused. */
const errorOf = (joining: Promise<unknown>) =>
  joining.then(
    () => expect.unreachable('joined'),
    (error: JoinRefused) => error,
  );

const confirmed = (device: TestDevice) => vi.waitFor(async () => expect((await rowOf(device)).restored_at).toBeNull());

describe('after a restore, until a device has said what its person shares', () => {
  it('nothing of it is shown, nothing is asked of it, and its log says why', async () => {
    const device = await withContacts();
    const { deviceId } = device;
    await api(contacts.update, { deviceId });
    await startRestored();
    expect(await refusalOf(device)).toBe('device_held');
    expect((await api(contacts.update, { deviceId })).errorCode).toBe('device_held');
    expect((await api(askConsent, { deviceId, capability: 'CONTACTS' })).errorCode).toBe('device_held');
    const message = { deviceId, title: 'Hello', message: 'there', type: 'INFO' } as const;
    expect((await api(createPushNotification, message)).errorCode).toBe('device_held');
    const { grants, heldSince } = (await api(deviceGrants, { deviceId })).envelope.data;
    expect(heldSince).toBe((await rowOf(device)).restored_at?.toISOString());
    // A quarantine is no withdrawal: nobody changed their mind.
    expect(grants.filter(({ granted, since }) => granted || since !== null)).toEqual([]);
    expect((await api(contacts.history, { deviceId })).envelope.data[0]).toMatchObject({ stepType: 'CANCELLED' });
    const { data } = (await api(auditList, { deviceId, action: 'RESTORE' })).envelope;
    expect(data).toMatchObject([{ actorName: 'Fairwatch', path: 'npm run restore', details: { madeAt } }]);
  });

  it('and then only what both the backup and the device say', async () => {
    const [same, less] = [await withContacts(), await withContacts()];
    const before = await grantsOf(same);
    await startRestored();
    const client = returns(same, capabilityNames);
    const other = returns(less, ['LOCATION', 'SMS']);
    await Promise.all([confirmed(same), confirmed(less)]);
    expect(await refusalOf(same)).toBe('');
    expect(await refusalOf(less)).toBe('consent_missing');
    expect(await grantsOf(same)).toEqual(before);
    expect((await rowOf(less)).capabilities.toSorted()).toEqual(['LOCATION', 'SMS']);
    await vi.waitFor(() => expect(other.grants.capabilities.toSorted()).toEqual(['LOCATION', 'SMS']));
    expect(client.grants.capabilities).toEqual(capabilityNames);
    const log = await auditOf(server, less);
    expect(log.slice(-2)).toMatchObject([
      { action: 'CONSENT', by: less.username, details: { capabilities: ['SMS', 'LOCATION'] } },
      { action: 'REFUSED_READ' },
    ]);
  });

  it('what was granted since the backup is not shared, and the device knows it', async () => {
    const device = await joinDevice(server, { capabilities: ['LOCATION'] });
    await startRestored();
    const client = returns(device, ['LOCATION', 'CONTACTS']);
    await confirmed(device);
    expect((await rowOf(device)).capabilities).toEqual(['LOCATION']);
    await vi.waitFor(() => expect(client.grants.capabilities).toEqual(['LOCATION']));
  });

  it('a pause since the backup counts', async () => {
    const device = await withContacts();
    await startRestored();
    returns(device, capabilityNames, true);
    await confirmed(device);
    expect(await refusalOf(device)).toBe('device_paused');
    expect((await auditOf(server, device)).map(({ action }) => action)).toContain('PAUSE');
  });

  it('a device that does not say shares nothing; its person grants anew', async () => {
    const device = await withContacts();
    await startRestored();
    const raw = new RawDevice(server);
    const welcome = await raw.hello(device.token);
    expect(welcome.capabilities).toEqual([]);
    expect(await refusalOf(device)).toBe('device_held');
    raw.socket.close();
    await raw.closed;
    const client = returns(device, []);
    await confirmed(device);
    await client.changeGrants(['CONTACTS']);
    expect(await refusalOf(device)).toBe('');
  });

  it('who left since the backup stays out, and after thirty days is gone', async () => {
    const [gone, back] = [await withContacts(), await withContacts()];
    await startRestored();
    returns(back, capabilityNames);
    await confirmed(back);
    await leaveUnconfirmed(server.services, deviceTables, inDays(29));
    expect((await rowOf(gone)).left_at).toBeNull();
    expect(await refusalOf(gone)).toBe('device_held');
    await leaveUnconfirmed(server.services, deviceTables, inDays(31));
    expect((await rowOf(gone)).left_at).not.toBeNull();
    expect(await countContacts(server, gone)).toBe(0);
    expect((await rowOf(back)).left_at).toBeNull();
    expect(await countContacts(server, back)).toBe(1);
  });
});

describe('a phone that left since the backup', () => {
  it('joins again under its name, and what the backup brought back of it goes', async () => {
    const { services, admin, url } = server;
    const [first = '', second = ''] = await createPasscodes(services.db, admin.userId, 2);
    const request = await joinRequest(first);
    const before = { ...(await join(url, request)), username: request.person.username };
    expect((await errorOf(join(url, { ...request, passcode: second }))).code).toBe('username_taken');
    await startRestored();
    expect((await errorOf(join(url, { ...request, passcode: 'WRONG234' }))).code).toBe('passcode_refused');
    expect((await rowOf(before)).left_at).toBeNull();
    const [third = ''] = await createPasscodes(services.db, admin.userId, 1);
    const after = await join(url, { ...request, passcode: third });
    expect(after.deviceId).not.toBe(before.deviceId);
    expect((await rowOf(before)).left_at).not.toBeNull();
    expect((await auditOf(server, before)).at(-1)).toMatchObject({ action: 'LEAVE', by: 'Fairwatch' });
  });
});

describe('the first start after a restore', () => {
  it('ends sessions, passcodes and invitations, which might have ended since the backup', async () => {
    const { services, admin } = server;
    const { token } = admin;
    const [code = ''] = await createPasscodes(services.db, admin.userId, 1);
    const { data: link } = (await api(createInvitation, { template: 'HELPDESK' })).envelope;
    await startRestored();
    expect((await api(invitationOffer, { token: link.token ?? '' })).errorCode).toBe('invitation_expired');
    expect(await findSession(services, token)).toBeNull();
    expect(await usePasscode(services.db, code)).toBeUndefined();
  });

  it('gives out numbers that no device has seen', async () => {
    const device = await withContacts();
    const { deviceId } = device;
    const [before] = (await api(contacts.history, { deviceId })).envelope.data;
    await startRestored();
    returns(device, capabilityNames);
    await confirmed(device);
    const { data: next } = (await api(contacts.update, { deviceId })).envelope;
    expect(next.id).toBeGreaterThan((before?.id ?? 0) + 1_000_000);
    await awaitStep(live, deviceId, 'DONE');
  });

  it('is also found by the file of an earlier version, or of an owner who restored by other means', async () => {
    const device = await withContacts();
    const { dataDir } = server.services.config;
    await writeFile(restoredMark(dataDir), `${madeAt}\n`);
    await protectRestored(server.services, dataDir);
    expect(await readdir(dataDir)).not.toContain('restored');
    await signInAgain();
    expect(await refusalOf(device)).toBe('device_held');
    const { data } = (await api(auditList, { deviceId: device.deviceId, action: 'RESTORE' })).envelope;
    expect(data).toMatchObject([{ details: { madeAt } }]);
  });

  it('is that of one server, when several start at once; the others wait until everything is held', async () => {
    const device = await withContacts();
    await markRestored(server.services.db, madeAt);
    const folders = await Promise.all([1, 2, 3].map(() => mkdtemp(path.join(tmpdir(), 'fairwatch-another-'))));
    onTestFinished(async () => {
      for (const folder of folders) await rm(folder, { recursive: true });
    });
    await Promise.all(
      folders.map(async (folder) => {
        await protectRestored(server.services, folder);
        expect((await rowOf(device)).restored_at).not.toBeNull();
      }),
    );
    await signInAgain();
    const { data } = (await api(auditList, { deviceId: device.deviceId, action: 'RESTORE' })).envelope;
    expect(data).toHaveLength(1);
  });

  it('happens once, and leaves every log whole', async () => {
    const device = await withContacts();
    await startRestored();
    returns(device, ['CONTACTS'], true);
    await confirmed(device);
    await protectRestored(server.services, server.services.config.dataDir);
    expect((await rowOf(device)).restored_at).toBeNull();
    expect((await verifyAudit(server.services, device.deviceId)).faults).toEqual([]);
  });
});
