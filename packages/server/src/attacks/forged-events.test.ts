import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { consoleSocketClose, contacts, deviceSocketClose } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openBus } from '../app/open-bus.ts';
import { createSignature } from '../core/bus/signature.ts';
import { loadConfig } from '../core/config/config.ts';
import { createLog } from '../core/log.ts';
import { openVault, type Vault } from '../core/vault.ts';
import { hashToken } from '../core/http/bearer-token.ts';
import { live } from '../modules/device-data/live-view/live-view-for-test.ts';
import { findSession } from '../shared/sessions/sessions.ts';
import { readInstallationId } from '../modules/installation/installation.store.ts';
import type { BusEvents } from '../shared/server-bus.ts';
import type { Services } from '../shared/services/services.ts';
import { openConsole } from '../testing/open-console.ts';
import { startTestNats, type FaultyNats } from '../testing/servers/nats-server.ts';
import { createTestDatabase, type TestDatabase } from '../testing/servers/test-database.ts';
import { startTestServer, type TestServer } from '../testing/servers/test-server.ts';
import { joinDevice, RawDevice } from '../testing/test-device.ts';
import { createTestScheduler } from '../testing/test-scheduler.ts';

let nats: FaultyNats;
let database: TestDatabase;
let vault: Vault;
let server: TestServer;
let subject: string;
/** What the attacker calls itself, and the number of its last batch. */
let attacker: string;
let sequence: number;

beforeAll(async () => {
  nats = await startTestNats();
  database = await createTestDatabase();
  const config = loadConfig({ DATA_DIR: tmpdir() });
  vault = openVault({ dataDir: tmpdir(), vaultKeyFile: `${tmpdir()}/${randomUUID()}.key` });
  const identity = { id: randomUUID(), name: 'attacked', isCluster: true };
  const scheduler = createTestScheduler();
  const log: Services['log'] = createLog('error');
  const { db } = database;
  const parts = { config: { ...config, natsUrl: nats.url }, log, db, scheduler, server: identity, vault };
  const bus = await openBus(parts);
  server = await startTestServer({ scheduler, shared: database, infrastructure: { server: identity, bus, vault } });
  subject = `fairwatch.${await readInstallationId(db)}.events`;
});
afterAll(async () => {
  await server.close();
  await server.services.bus.close();
  await database.close();
  await nats.close();
});
beforeEach(() => {
  attacker = randomUUID();
  sequence = 0;
});

function batchOf<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): string {
  sequence += 1;
  return JSON.stringify({ version: 1, server: attacker, sequence, events: [[name, event]] });
}

/** Says something to the server with the key of the installation, as a server with a fault would. */
function lie<Name extends keyof BusEvents>(name: Name, event: BusEvents[Name]): void {
  const { sign } = createSignature((text) => vault.mac(`bus ${subject}`, text));
  nats.inject(subject, sign(batchOf(name, event)));
}

/** Resolves once the server has handled everything that was sent before. */
async function untilHeard(): Promise<void> {
  const heard = vi.fn<() => void>();
  const stop = server.services.bus.subscribeRemote('runChanged', heard);
  onTestFinished(stop);
  lie('runChanged', {});
  await vi.waitFor(() => expect(heard).toHaveBeenCalled());
}

async function connectDevice() {
  const device = await joinDevice(server);
  const raw = new RawDevice(server);
  onTestFinished(() => raw.socket.terminate());
  await raw.hello(device.token);
  return { ...device, raw };
}

/** Waits until the server has sent everything that it had to say to this device. */
async function roundTrip(raw: RawDevice, deviceId: number): Promise<void> {
  const { id } = (await server.api(contacts.update, { deviceId })).envelope.data as { id: number };
  expect(await raw.next('command')).toMatchObject({ commandId: id });
}

describe('whoever can write to NATS', () => {
  it('is not heard without the key of the installation', async () => {
    const { deviceId, raw } = await connectDevice();
    const before = server.services.bus.status();
    nats.inject(subject, batchOf('deviceLeft', { deviceId, ended: false }));
    const { sign } = createSignature((text) => vault.mac('bus fairwatch.another.events', text));
    nats.inject(subject, sign(batchOf('deviceLeft', { deviceId, ended: false })));
    attacker = randomUUID();
    sequence = 0;
    await untilHeard();
    expect(server.services.bus.status()).toMatchObject({ batchesForged: before.batchesForged + 2 });
    await roundTrip(raw, deviceId);
    expect(raw.frames.map(({ type }) => type)).not.toContain('left');
  });
});

describe('a server with a fault, whose word is against the rows', () => {
  it('does not make a phone erase itself', async () => {
    const { deviceId, raw } = await connectDevice();
    lie('deviceLeft', { deviceId, ended: false });
    lie('deviceLeft', { deviceId, ended: true });
    await untilHeard();
    await roundTrip(raw, deviceId);
    expect(raw.frames.map(({ type }) => type)).not.toContain('left');
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('is believed when the row says the same', async () => {
    const { deviceId, raw } = await connectDevice();
    await sql`update devices set left_at = now() where id = ${deviceId}`.execute(database.db);
    lie('deviceLeft', { deviceId, ended: false });
    expect(await raw.closed).toBe(deviceSocketClose.left);
    expect(raw.frames.map(({ type }) => type)).toContain('left');
  });

  it('neither stops a command nor cuts its upload', async () => {
    const { deviceId, raw } = await connectDevice();
    const { id: commandId } = (await server.api(contacts.update, { deviceId })).envelope.data as { id: number };
    await raw.next('command');
    const upload = server.services.transfers.begin({ deviceId, capability: null, commandId });
    onTestFinished(() => upload.end());
    lie('commandCancelled', { deviceId, commandId });
    lie('sharingChanged', { deviceId, shared: [] });
    await untilHeard();
    raw.send({ type: 'accepted', commandId });
    raw.send({ type: 'rows', commandId, batch: 0, rows: [] });
    raw.send({ type: 'result', commandId, batches: 1 });
    await vi.waitFor(async () => {
      const { rows } = await sql`select step from commands where id = ${commandId}`.execute(database.db);
      expect(rows).toEqual([{ step: 'DONE' }]);
    });
    expect(raw.frames.map(({ type }) => type)).not.toContain('cancel');
    expect(upload.signal.aborted).toBe(false);
  });

  it('does not move a device away from the server that holds it', async () => {
    const { deviceId, raw } = await connectDevice();
    lie('deviceMoved', { deviceId, epoch: 1_000_000 });
    await untilHeard();
    await roundTrip(raw, deviceId);
    expect(raw.socket.readyState).toBe(raw.socket.OPEN);
  });

  it('does not withdraw a request or end a live location on the device', async () => {
    const { deviceId, raw } = await connectDevice();
    lie('consentRequestWithdrawn', { deviceId, requestId: 1 });
    lie('liveEnded', { deviceId, sessionId: 1, end: 'STOPPED_BY_ADMIN' });
    await untilHeard();
    await roundTrip(raw, deviceId);
    const types = raw.frames.map(({ type }) => type);
    expect([types.includes('consent-request-withdrawn'), types.includes('live-stop')]).toEqual([false, false]);
  });

  it('does not end a live view, nor what its viewers see', async () => {
    const { device, raw, sessionId, send, watch } = await live(server);
    const viewer = await watch();
    lie('liveViewEnded', { deviceId: device.deviceId, sessionId, end: 'STOPPED_BY_ADMIN' });
    lie('sessionEnded', { tokenHash: hashToken(server.admin.token)?.toString('hex') ?? '' });
    await untilHeard();
    await vi.waitFor(() => {
      send();
      expect(viewer.frames.length).toBeGreaterThan(0);
    });
    expect(raw.frames.map(({ type }) => type)).not.toContain('live-view-stop');
  });

  it('does not sign anybody out', async () => {
    const admin = await server.createAdmin();
    const console = await openConsole(server, admin);
    onTestFinished(() => console.socket.terminate());
    const session = await findSession(server.services, admin.token);
    const tokenHash = session?.tokenHash.toString('hex') ?? '';
    lie('sessionEnded', { tokenHash });
    await untilHeard();
    await vi.waitFor(() => {
      server.services.bus.publish('changed', { feature: 'profile', deviceId: null, userId: admin.userId });
      expect(console.heard('profile')).toBe(true);
    });
    expect(console.socket.readyState).toBe(console.socket.OPEN);
    await sql`delete from sessions where token_hash = ${session?.tokenHash}`.execute(database.db);
    lie('sessionEnded', { tokenHash });
    expect(await console.closed).toBe(consoleSocketClose.sessionEnded);
  });
});
