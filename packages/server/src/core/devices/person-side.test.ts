import {
  contacts,
  deviceList,
  deviceSocketClose,
  deviceSummary,
  enrol,
  limits,
  noticeHash,
  noticeLanguage,
  noticeVersion,
  type Capability,
} from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  awaitStatus,
  awaitStep,
  contactNames,
  joinDevice,
  joinRequest,
  RawDevice,
  startDevice,
  testContact,
  testFacts,
  type TestDevice,
} from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { verifyAudit } from './audit-verify.ts';
import { appendAudit } from './audit.store.ts';
import { createPasscodes } from './passcodes.store.ts';

let server: TestServer;
let clients: DeviceClient[] = [];

beforeAll(async () => {
  server = await startTestServer();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.stop()));
  clients = [];
});
afterAll(() => server.close());

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const list = ({ deviceId }: TestDevice) => server.api(contacts.list, { deviceId });
const consentTo = async (capabilities: Capability[]) => ({
  type: 'consent' as const,
  noticeVersion,
  noticeHash: await noticeHash(),
  language: noticeLanguage,
  capabilities,
});

/** A device whose frames the test writes. */
async function connected(capabilities?: Capability[]) {
  const device = await joinDevice(server, capabilities ? { capabilities } : {});
  const raw = new RawDevice(server);
  const welcome = await raw.hello(device.token);
  return { device, raw, welcome };
}

/** The real client, with contacts that arrive when the test lets them. */
async function livingDevice() {
  const device = await joinDevice(server);
  const held = Promise.withResolvers<ReturnType<typeof testContact>[]>();
  const collect = vi.fn<() => Promise<ReturnType<typeof testContact>[]>>(() => held.promise);
  const lines: string[] = [];
  const client = startDevice(server, device, { collectors: { contacts: collect }, log: (line) => lines.push(line) });
  clients.push(client);
  await awaitStatus(server, device.deviceId, 'Online');
  return { device, client, collect, lines, release: () => held.resolve([testContact('1', 'Anna')]) };
}

/** Which lists open pages are told to read again. */
function changes({ deviceId }: TestDevice) {
  const told: string[] = [];
  server.services.bus.subscribe('changed', (change) => {
    if (change.deviceId === deviceId) told.push(change.feature);
  });
  return told;
}

async function audited({ deviceId }: TestDevice) {
  const rows = await server.services.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name as by', 'details'])
    .where('device_id', '=', deviceId)
    .orderBy('sequence')
    .execute();
  return rows;
}

const contactsStored = async ({ deviceId }: TestDevice) =>
  (await sql`select from contacts where device_id = ${deviceId}`.execute(server.services.db)).rows.length;

describe('a person who changes what they share', () => {
  it('is obeyed at once: what is withdrawn is hidden, its command ends, and open pages learn it', async () => {
    const { device, raw } = await connected();
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'accepted', commandId });
    await awaitStep(server, device.deviceId, 'RUNNING');
    const told = changes(device);
    raw.send(await consentTo(['LOCATION']));
    expect((await raw.next('cancel')).commandId).toBe(commandId);
    expect(await raw.next('grants')).toEqual({ type: 'grants', capabilities: ['LOCATION'], paused: false });
    const ended = await awaitStep(server, device.deviceId, 'CANCELLED');
    expect(ended.errorDetails).toBe('The person using this device stopped sharing Contacts.');
    expect((await list(device)).errorCode).toBe('consent_missing');
    expect(told).toEqual(expect.arrayContaining(['contacts', 'commands', 'devices']));

    // What was on its way comes too late.
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    raw.send(await consentTo(['LOCATION', 'CONTACTS']));
    expect((await raw.next('grants')).capabilities).toContain('CONTACTS');
    expect(await contactNames(server, device.deviceId)).toEqual([]);
    expect(raw.frames.filter(({ type }) => type !== 'command')).toEqual([]);
  });

  it('leaves every consent on record, and the log names them', async () => {
    const { device, raw } = await connected(['CONTACTS']);
    for (const capabilities of [[], ['CONTACTS', 'SMS', 'SMS']] as Capability[][]) {
      raw.send(await consentTo(capabilities));
      await raw.next('grants');
    }
    const { rows } = await sql<{ person: string; how: string; capabilities: string[] }>`
      select person, how, capabilities from consents where device_id = ${device.deviceId} order by id`.execute(
      server.services.db,
    );
    expect(rows).toEqual([
      { person: device.username, how: 'JOINED_WITH_PASSCODE', capabilities: ['CONTACTS'] },
      { person: device.username, how: 'CHANGED_ON_DEVICE', capabilities: [] },
      { person: device.username, how: 'CHANGED_ON_DEVICE', capabilities: ['CONTACTS', 'SMS'] },
    ]);
    expect((await audited(device)).slice(1)).toMatchObject([
      { action: 'CONSENT', by: device.username, details: { capabilities: [] } },
      { action: 'CONSENT', by: device.username, details: { capabilities: ['CONTACTS', 'SMS'] } },
    ]);
  });

  it('who repeats the same consent adds nothing to the record', async () => {
    const { device, raw } = await connected(['CONTACTS']);
    raw.send(await consentTo(['CONTACTS']));
    expect((await raw.next('grants')).capabilities).toEqual(['CONTACTS']);
    expect(await audited(device)).toHaveLength(1);
  });

  it('grants only under the current notice, but takes back under any', async () => {
    const { raw } = await connected(['CONTACTS', 'SMS']);
    const old = { ...(await consentTo(['CONTACTS', 'LOCATION'])), noticeHash: '0'.repeat(64) };
    raw.send(old);
    expect(await raw.next('refused')).toMatchObject({ about: 'consent', reason: expect.stringMatching(/notice/) });
    raw.send({ ...old, capabilities: ['CONTACTS'] });
    expect((await raw.next('grants')).capabilities).toEqual(['CONTACTS']);
  });

  it('leaves a command about something else alone', async () => {
    const { device, client, release } = await livingDevice();
    await update(device);
    await awaitStep(server, device.deviceId, 'RUNNING');
    await client.changeGrants(['CONTACTS']);
    release();
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await contactNames(server, device.deviceId)).toEqual(['Anna']);
  });

  it('has a device that stops collecting by itself', async () => {
    const { device, client, collect, lines } = await livingDevice();
    await update(device);
    await vi.waitFor(() => expect(collect).toHaveBeenCalled());
    expect(await client.changeGrants([])).toEqual({ capabilities: [], paused: false });
    await awaitStep(server, device.deviceId, 'CANCELLED');
    await vi.waitFor(() => expect(lines).toContain(`${server.admin.username} asked for Contacts: cancelled`));
    expect(client.grants.capabilities).toEqual([]);
  });
});

describe('a person who pauses', () => {
  it('stops every read and command with a reason, until they resume', async () => {
    const { device, client, release } = await livingDevice();
    release();
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    const told = changes(device);
    expect((await client.pause()).paused).toBe(true);
    for (const answer of [await list(device), await update(device)]) {
      expect([answer.status, answer.errorCode]).toEqual([403, 'device_paused']);
      expect(answer.error).toBe('The person using this device has paused sharing.');
    }
    // What is not theirs stays visible: that the device exists, and what was asked of it.
    expect((await server.api(deviceSummary, { deviceId: device.deviceId })).status).toBe(200);
    expect(told).toEqual(expect.arrayContaining(['contacts', 'devices']));
    expect((await client.resume()).paused).toBe(false);
    expect(await contactNames(server, device.deviceId)).toEqual(['Anna']);
    expect((await audited(device)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['PAUSE', 'REFUSED_READ', 'REFUSED_COMMAND', 'RESUME']),
    );
  });

  it('ends the command that waits', async () => {
    const { device, raw } = await connected();
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'pause' });
    expect((await raw.next('cancel')).commandId).toBe(commandId);
    expect((await raw.next('grants')).paused).toBe(true);
    const { errorDetails } = await awaitStep(server, device.deviceId, 'CANCELLED');
    expect(errorDetails).toBe('The person using this device paused sharing.');
  });

  it('is still pausing after the connection broke, and twice is once', async () => {
    const { device, raw, welcome } = await connected();
    expect(welcome.paused).toBe(false);
    for (let times = 0; times < 2; times += 1) {
      raw.send({ type: 'pause' });
      expect((await raw.next('grants')).paused).toBe(true);
    }
    raw.socket.terminate();
    const again = new RawDevice(server);
    expect((await again.hello(device.token)).paused).toBe(true);
    expect((await audited(device)).filter(({ action }) => action === 'PAUSE')).toHaveLength(1);
  });

  it('gets what they said last, however fast they change their mind', async () => {
    const { device, raw } = await connected();
    for (let times = 0; times < 4; times += 1) {
      raw.send({ type: 'pause' });
      raw.send({ type: 'resume' });
    }
    await vi.waitFor(() => expect(raw.frames).toHaveLength(8));
    expect(raw.frames.map((frame) => frame.type === 'grants' && frame.paused)).toEqual(
      Array.from({ length: 8 }, (_, place) => place % 2 === 0),
    );
    expect((await list(device)).status).toBe(200);
  });
});

describe('a person who leaves', () => {
  it('takes their data with them; the log stays', async () => {
    const { device, client, release } = await livingDevice();
    release();
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await contactsStored(device)).toBe(1);
    const other = await joinDevice(server);
    const told = changes(device);
    await client.leave();
    expect(await client.ended).toBe('left');
    expect(await contactsStored(device)).toBe(0);
    expect((await audited(device)).at(-1)).toMatchObject({ action: 'LEAVE', by: device.username });
    expect((await verifyAudit(server.services.db, device.deviceId)).faults).toEqual([]);
    expect((await list(device)).errorCode).toBe('device_not_found');
    const ids = (await server.api(deviceList, { pageSize: 500 })).envelope.data.map(({ id }) => id);
    expect(ids).not.toContain(device.deviceId);
    expect(ids).toContain(other.deviceId);
    expect(told).toEqual(expect.arrayContaining(['contacts', 'devices']));
  });

  it('is told so, and their token ends', async () => {
    const { device, raw } = await connected();
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'leave' });
    // Whatever follows is not heard any more.
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    await raw.next('left');
    expect(await raw.closed).toBe(deviceSocketClose.left);
    expect(await contactsStored(device)).toBe(0);
    const again = new RawDevice(server);
    await again.opened;
    again.send({ type: 'hello', token: device.token, facts: testFacts });
    expect(await again.closed).toBe(deviceSocketClose.refused);
  });

  it('leaves nothing behind, whatever happens at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { device, raw } = await connected();
      await update(device);
      const { commandId } = await raw.next('command');
      const rows = Array.from({ length: 200 }, (_, place) => testContact(String(place)));
      raw.send({ type: 'rows', commandId, batch: 0, rows });
      const orders = [() => raw.send({ type: 'result', commandId, batches: 1 }), () => raw.send({ type: 'leave' })];
      for (const send of round % 2 === 0 ? orders : orders.toReversed()) send();
      await Promise.all([update(device), list(device), update(device), list(device), raw.closed]);
      expect(await contactsStored(device)).toBe(0);
      expect((await audited(device)).filter(({ action }) => action === 'LEAVE')).toHaveLength(1);
    }
    const errors = server.logLines.filter((line) => /"level":"(error|fatal)"/.test(line));
    expect(errors).toEqual([]);
  });

  it('is never kept by the limit on changes', async () => {
    const { raw } = await connected();
    for (let times = 0; times <= limits.device.wishesAtOnce; times += 1) raw.send({ type: 'pause' });
    expect(await raw.next('refused')).toMatchObject({ about: 'pause' });
    raw.send({ type: 'leave' });
    await raw.next('left');
  });

  it('joins again with a new passcode, as a new device under the same name', async () => {
    const [first = '', second = ''] = await createPasscodes(server.services.db, server.admin.userId, 2);
    const request = await joinRequest(first);
    const { deviceId, token } = (await server.api(enrol, request, null)).envelope.data;
    const raw = new RawDevice(server);
    await raw.hello(token);
    raw.send({ type: 'leave' });
    await raw.closed;
    const again = await server.api(enrol, { ...request, passcode: second }, null);
    expect(again.status).toBe(200);
    expect(again.envelope.data.deviceId).toBeGreaterThan(deviceId);
    await new RawDevice(server).hello(again.envelope.data.token);
    // Another phone does not get the name.
    const [third = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
    const stranger = { ...(await joinRequest(third)), person: request.person };
    expect((await server.api(enrol, stranger, null)).errorCode).toBe('username_taken');
  });
});

describe('the log in the person’s hands', () => {
  it('says who did what, newest first, in plain words', async () => {
    const { device, client, release } = await livingDevice();
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    release();
    await list(device);
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    await server.api(contacts.list, { deviceId: device.deviceId }, stranger.token);
    await client.changeGrants(['SMS']);
    await client.pause();
    const { entries, more } = await client.readLog();
    expect(more).toBe(false);
    const words = entries.map(({ who, what }) => `${who} ${what}`);
    const admin = server.admin.username;
    expect(words.slice(0, 3)).toEqual([
      `${device.username} paused sharing`,
      `${device.username} changed what is shared to Text messages`,
      `${stranger.username} tried to look at Contacts and was refused: not an admin of this device`,
    ]);
    expect(words).toEqual(
      expect.arrayContaining([
        `${admin} asked for Contacts`,
        `${admin} looked at Contacts`,
        `${admin} looked at the requests for Contacts`,
      ]),
    );
    expect(words.at(-1)).toMatch(new RegExp(`^${device.username} joined and shares Contacts, Call history`));
    expect(entries.every(({ recordedAt }) => !Number.isNaN(Date.parse(recordedAt)))).toBe(true);
  });

  it('comes in pages, each of this device only', async () => {
    const { device, raw } = await connected();
    const other = await connected();
    const { db } = server.services;
    const entry = { actorId: null, actorName: 'somebody', action: 'READ', subject: contacts.list.path } as const;
    for (let count = 0; count < limits.device.logPageSize * 2; count += 1) {
      await appendAudit(db, { ...entry, deviceId: device.deviceId });
    }
    await appendAudit(db, { ...entry, deviceId: other.device.deviceId, actorName: 'the other one' });
    const sequences: number[] = [];
    let before: number | null = null;
    for (;;) {
      raw.send({ type: 'log-request', before });
      const page = await raw.next('log');
      sequences.push(...page.entries.map(({ sequence }) => sequence));
      expect(page.entries.map(({ who }) => who)).not.toContain('the other one');
      if (!page.more) break;
      before = page.entries.at(-1)?.sequence ?? null;
    }
    const all = limits.device.logPageSize * 2 + 1;
    expect(sequences).toEqual(Array.from({ length: all }, (_, place) => all - place));
    raw.socket.send(JSON.stringify({ type: 'log-request', before: null, deviceId: other.device.deviceId }));
    await raw.next('refused');
  });
});

describe('what a person’s device should not send', () => {
  it.each([
    ['a capability that does not exist', { type: 'consent', capabilities: ['STEALTH'] }],
    ['a consent without a notice', { type: 'consent', capabilities: [] }],
    ['a pause with something to it', { type: 'pause', until: 'tomorrow' }],
    ['a place in the log that cannot be', { type: 'log-request', before: 0 }],
    ['progress beyond the end', { type: 'progress', commandId: 1, percent: 101 }],
  ])('%s is refused, and the connection stays', async (_, frame) => {
    const { raw } = await connected();
    raw.socket.send(JSON.stringify(frame));
    expect((await raw.next('refused')).about).toBeNull();
    raw.send({ type: 'log-request', before: null });
    await raw.next('log');
  });

  it('texts that PostgreSQL cannot hold are kept as it can', async () => {
    const { raw } = await connected();
    raw.send({ ...(await consentTo([])), language: 'e\0', noticeHash: `\0${'0'.repeat(63)}` });
    expect((await raw.next('grants')).capabilities).toEqual([]);
  });

  it('too many wishes are refused one by one, and nobody else waits', async () => {
    const { raw } = await connected();
    for (let times = 0; times < 100; times += 1) raw.send({ type: 'log-request', before: null });
    const { device, client } = await livingDevice();
    expect((await client.pause()).paused).toBe(true);
    expect((await list(device)).errorCode).toBe('device_paused');
    await vi.waitFor(() => expect(raw.frames).toHaveLength(100));
    const answered = raw.frames.filter(({ type }) => type === 'log').length;
    expect(answered).toBeGreaterThanOrEqual(limits.device.wishesAtOnce);
    expect(answered).toBeLessThan(limits.device.wishesAtOnce + 10);
  });
});
