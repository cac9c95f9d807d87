import {
  askConsent,
  cancelCommand,
  consoleSocketClose,
  contacts,
  deviceSocketClose,
  endDevice,
  logout,
  profile,
  withdrawConsentRequest,
} from '@fairwatch/contract';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { loadConfig } from '../../core/config/config.ts';
import { createLog } from '../../core/log.ts';
import { openVault, type Vault } from '../../core/vault.ts';
import type { Services } from '../../shared/services/services.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { createTestScheduler } from '../../testing/test-scheduler.ts';
import { openBus } from '../open-bus.ts';
import { startTestNats, type FaultyNats } from '../../testing/servers/nats-server.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { openConsole } from '../../testing/open-console.ts';
import { setPolicies } from '../../testing/set-policies.ts';
import { awaitStep, contactNames, joinDevice, RawDevice, startDevice, testContact } from '../../testing/test-device.ts';

let nats: FaultyNats;
/** The server that admins call, and the one that holds devices and consoles. */
let one: TestServer;
let two: TestServer;

let database: TestDatabase;

beforeAll(async () => {
  nats = await startTestNats();
  database = await createTestDatabase();
  one = await startServer('one');
  two = await startServer('two', one.services.vault);
});
afterAll(async () => {
  for (const server of [two, one]) {
    await server.close();
    await server.services.bus.close();
  }
  await database.close();
  await nats.close();
});

async function startServer(name: string, given?: Vault): Promise<TestServer> {
  const config = loadConfig({ DATA_DIR: tmpdir(), SERVER_NAME: name });
  const server = { id: randomUUID(), name, isCluster: true };
  const log: Services['log'] = createLog('error');
  const scheduler = createTestScheduler();
  const vault = given ?? openVault({ dataDir: await mkdtemp(join(tmpdir(), 'fairwatch-vault-')) });
  const { db } = database;
  const bus = await openBus({ config: { ...config, natsUrl: nats.url }, log, db, scheduler, server, vault });
  return await startTestServer({
    scheduler,
    shared: database,
    infrastructure: { server, bus, vault },
  });
}

/** Enrols a device and connects it to the second server. */
async function connectDevice() {
  const device = await joinDevice(two);
  const raw = new RawDevice(two);
  onTestFinished(() => raw.socket.terminate());
  await raw.hello(device.token);
  return { ...device, raw };
}

const askContacts = async (deviceId: number) =>
  (await one.api(contacts.update, { deviceId })).envelope.data as { id: number };

describe('two servers', () => {
  it('send a command to a device of the other, and its answer to consoles of the first', async () => {
    const device = await joinDevice(two);
    const phone = startDevice(two, device, { collectors: { contacts: async () => [testContact('1')] } });
    onTestFinished(() => phone.stop());
    const console = await openConsole(one, one.admin);
    onTestFinished(() => console.socket.terminate());
    await vi.waitFor(async () =>
      expect((await one.api(contacts.update, { deviceId: device.deviceId })).status).toBe(200),
    );
    await awaitStep(one, device.deviceId, 'DONE');
    expect(await contactNames(one, device.deviceId)).toEqual(['Name 1']);
    await vi.waitFor(() => expect(console.heard('contacts')).toBe(true));
  });

  it('refuse a session that ended on the other, and close its sockets', async () => {
    const admin = await one.createAdmin();
    const { closed } = await openConsole(two, admin);
    expect((await two.api(profile, {}, admin.token)).status).toBe(200);
    await one.api(logout, {}, admin.token);
    expect(await closed).toBe(consoleSocketClose.sessionEnded);
    expect((await two.api(profile, {}, admin.token)).status).toBe(401);
  });

  it('use a policy that was set on the other', async () => {
    expect((await two.services.policies.read()).CONTACTS.reason).toBe('NONE');
    await setPolicies(one, { CONTACTS: { reason: 'REQUIRED', approval: false } });
    onTestFinished(() => setPolicies(one, { CONTACTS: { reason: 'NONE', approval: false } }));
    await vi.waitFor(async () => expect((await two.services.policies.read()).CONTACTS.reason).toBe('REQUIRED'));
  });
});

describe('a server that cannot hear the other', { tags: 'full' }, () => {
  beforeAll(() => nats.mute('fairwatch one'));

  it('sends a command that was queued on the other', async () => {
    const { deviceId, raw } = await connectDevice();
    const { id } = await askContacts(deviceId);
    expect(await raw.next('command')).toMatchObject({ commandId: id });
  });

  it('stops a command that was cancelled on the other, and its upload', async () => {
    const { deviceId, raw } = await connectDevice();
    const { id: commandId } = await askContacts(deviceId);
    await raw.next('command');
    const upload = two.services.transfers.begin({ deviceId, capability: null, commandId });
    await one.api(cancelCommand, { deviceId, commandId });
    expect(await raw.next('cancel')).toEqual({ type: 'cancel', commandId });
    await vi.waitFor(() => expect(upload.signal.aborted).toBe(true));
  });

  it('cuts a download that is no longer allowed, and no other', async () => {
    let isAllowed = true;
    const subject = { deviceId: null, capability: null };
    const cut = two.services.transfers.begin({ ...subject, isAllowed: async () => isAllowed });
    const other = two.services.transfers.begin({ ...subject, isAllowed: async () => true });
    const gaps = two.services.bus.status().gaps;
    await vi.waitFor(() => expect(two.services.bus.status().gaps).toBeGreaterThan(gaps + 1));
    expect(cut.signal.aborted).toBe(false);
    isAllowed = false;
    await vi.waitFor(() => expect(cut.signal.aborted).toBe(true));
    expect(other.signal.aborted).toBe(false);
    other.end();
  });

  it('lets a device go that was ended on the other, with the reason', async () => {
    const { deviceId, raw } = await connectDevice();
    const download = two.services.transfers.begin({ deviceId, capability: null });
    await one.api(endDevice, { deviceId, reason: 'The phone was sold.' });
    expect(await raw.next('ended')).toMatchObject({ reason: 'The phone was sold.' });
    expect(await raw.closed).toBe(deviceSocketClose.left);
    await vi.waitFor(() => expect(download.signal.aborted).toBe(true));
  });

  it('brings a request for consent, and its withdrawal, to a device', async () => {
    const device = await joinDevice(two, { capabilities: ['DEVICE_INFO'] });
    const raw = new RawDevice(two);
    onTestFinished(() => raw.socket.terminate());
    await raw.hello(device.token);
    const input = { deviceId: device.deviceId, capability: 'CONTACTS' } as const;
    await one.api(askConsent, input);
    const { requestId } = await raw.next('consent-request');
    await one.api(withdrawConsentRequest, input);
    expect(await raw.next('consent-request-withdrawn')).toMatchObject({ requestId });
  });

  it('refuses a session that ended on the other, and closes its sockets', async () => {
    const admin = await one.createAdmin();
    const { closed } = await openConsole(two, admin);
    expect((await two.api(profile, {}, admin.token)).status).toBe(200);
    await one.api(logout, {}, admin.token);
    await vi.waitFor(async () => expect((await two.api(profile, {}, admin.token)).status).toBe(401));
    expect(await closed).toBe(consoleSocketClose.sessionEnded);
  });

  it('makes its consoles load again', async () => {
    const { socket, told } = await openConsole(two, two.admin);
    onTestFinished(() => socket.terminate());
    await vi.waitFor(() => expect(told).toContainEqual({ messageType: 'RESYNC' }));
  });

  it('uses a policy that was set on the other', async () => {
    expect((await two.services.policies.read()).CONTACTS.reason).toBe('NONE');
    await setPolicies(one, { CONTACTS: { reason: 'REQUIRED', approval: false } });
    onTestFinished(() => setPolicies(one, { CONTACTS: { reason: 'NONE', approval: false } }));
    await vi.waitFor(async () => expect((await two.services.policies.read()).CONTACTS.reason).toBe('REQUIRED'));
  });
});
