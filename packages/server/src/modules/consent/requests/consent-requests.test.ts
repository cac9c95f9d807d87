import {
  askConsent,
  consentRequests,
  limits,
  withdrawConsentRequest,
  type Capability,
  type ConsentRequest,
} from '@fairwatch/contract';
import type { ConsentQuestion, DeviceClient } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinDevice, RawDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let device: TestDevice;
let phone: DeviceClient | null = null;
let questions: ConsentQuestion[] = [];

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS', EVENT: 'READ_ONLY' } });
});
beforeEach(async () => {
  device = await joinDevice(server, { ownerId: owner.userId, capabilities: ['DEVICE_INFO'] });
  questions = [];
});
afterEach(async () => {
  await phone?.stop();
  phone = null;
});
afterAll(() => server.close());

function connect(): DeviceClient {
  phone = startDevice(server, device, {
    collectors: {},
    granted: () => ['DEVICE_INFO'],
    onConsentRequest: (question) => void questions.push(question),
  });
  return phone;
}

function ask(capability: Capability = 'CONTACTS', token = owner.token) {
  return server.api(askConsent, { deviceId: device.deviceId, capability }, token);
}

async function latest(capability: Capability = 'CONTACTS'): Promise<ConsentRequest | undefined> {
  const { envelope } = await server.api(consentRequests, { deviceId: device.deviceId }, owner.token);
  return envelope.data.find((request) => request.capability === capability);
}

async function asked(): Promise<ConsentQuestion> {
  return await vi.waitFor(
    () => {
      const [question] = questions;
      if (!question) throw new Error('Nobody asked.');
      return question;
    },
    { interval: 20 },
  );
}

/** Moves requests and answers into the past. */
async function letPass(ms: number): Promise<void> {
  const past = sql`${ms} * interval '1 millisecond'`;
  await sql`
    update consent_requests set asked_at = asked_at - ${past}, answered_at = answered_at - ${past}
    where device_id = ${device.deviceId}`.execute(server.services.db);
}

async function log(): Promise<string[]> {
  const { entries } = await (phone ?? connect()).log.read();
  return entries.map(({ who, what }) => `${who} ${what}`);
}

describe('asking a person to share something', () => {
  it('reaches them at once, with the name of who asks, and a yes is consent like any other', async () => {
    const client = connect();
    await client.log.read();
    const { envelope } = await ask();
    expect(envelope.data).toMatchObject({ capability: 'CONTACTS', askedBy: owner.username, answer: null });
    const question = await asked();
    expect(question).toMatchObject({ capability: 'CONTACTS', requestedBy: owner.username });
    expect(await latest()).toMatchObject({ answer: null, seenAt: null });
    question.seen();
    await vi.waitFor(async () => expect(await latest()).toMatchObject({ answer: null, seenAt: expect.any(String) }));
    expect((await question.accept()).capabilities).toContain('CONTACTS');
    expect(await latest()).toMatchObject({ answer: 'GRANTED' });
    expect(await log()).toEqual(
      expect.arrayContaining([
        `${owner.username} asked you to share Contacts`,
        `${device.username} changed what is shared to Device details, Contacts`,
      ]),
    );
    expect((await ask()).errorCode).toBe('already_shared');
  });

  it('waits for a device that is away, and comes again until it is answered, each time as the same one', async () => {
    await ask();
    const first = new RawDevice(server);
    await first.hello(device.token);
    const { requestId } = await first.next('consent-request');
    first.socket.close();
    await first.closed;
    const second = new RawDevice(server);
    await second.hello(device.token);
    expect(await second.next('consent-request')).toEqual({
      type: 'consent-request',
      requestId,
      capability: 'CONTACTS',
      requestedBy: owner.username,
    });
    second.send({ type: 'consent-decline', requestId });
    await second.next('grants');
    second.socket.close();
    await second.closed;
    const third = new RawDevice(server);
    await third.hello(device.token);
    third.send({ type: 'log-request', before: null });
    await third.next('log');
    expect(third.frames.some(({ type }) => type === 'consent-request')).toBe(false);
    third.socket.close();
  });

  it('is done once, also by two at the same moment', async () => {
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect((await ask()).error).toContain('was already asked to share Contacts');
  });

  it('is not repeated for a day after a no', async () => {
    connect();
    await ask();
    await (await asked()).decline();
    expect(await latest()).toMatchObject({ answer: 'DECLINED', notBefore: expect.any(String) as string });
    expect((await ask()).errorCode).toBe('asked_too_soon');
    const rest = 600_000;
    await letPass(limits.consentRequest.askAgainAfterMs - rest);
    expect((await ask()).errorCode).toBe('asked_too_soon');
    await letPass(rest);
    expect((await latest())?.notBefore).toBeNull();
    expect((await ask()).status).toBe(200);
    expect(await log()).toContain(`${device.username} declined to share Contacts`);
  });

  it('can be withdrawn, which the device learns, but not to ask again', async () => {
    connect();
    await ask();
    const question = await asked();
    const input = { deviceId: device.deviceId, capability: 'CONTACTS' as const };
    expect((await server.api(withdrawConsentRequest, input, owner.token)).envelope.data.answer).toBe('WITHDRAWN');
    await vi.waitFor(() => expect(question.signal.aborted).toBe(true));
    expect((await server.api(withdrawConsentRequest, input, owner.token)).errorCode).toBe('consent_request_not_found');
    expect((await ask()).errorCode).toBe('asked_too_soon');
    expect(await log()).toContain(`${owner.username} no longer asks you to share Contacts`);
  });

  it('is for those who could use it, and for nobody else', async () => {
    expect((await ask('CALENDAR')).errorCode).toBe('not_allowed');
    expect((await ask('NOTIFICATIONS')).errorCode).toBe('not_allowed');
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    expect((await ask('CONTACTS', stranger.token)).errorCode).toBe('device_not_found');
    expect(await latest()).toBeUndefined();
  });

  it('leaves people in peace while they pause, and reaches them when they resume', async () => {
    await ask();
    const client = connect();
    (await asked()).signal.throwIfAborted();
    await client.pause();
    expect((await ask('CONTACTS')).errorCode).toBe('device_paused');
    await client.stop();
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({ type: 'log-request', before: null });
    await raw.next('log');
    expect(raw.frames.some(({ type }) => type === 'consent-request')).toBe(false);
    raw.send({ type: 'resume' });
    await raw.next('consent-request');
    raw.socket.close();
  });

  it('tells open pages when it is asked and when it is answered', async () => {
    const told: string[] = [];
    server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      if (deviceId === device.deviceId) told.push(feature);
    });
    connect();
    await ask();
    await vi.waitFor(() => expect(told).toContain('consent-requests'));
    told.length = 0;
    await (await asked()).decline();
    await vi.waitFor(() => expect(told).toContain('consent-requests'));
  });

  it('does not take a no to what this device was never asked', async () => {
    const other = await joinDevice(server, { ownerId: owner.userId, capabilities: [] });
    await ask();
    const request = await latest();
    const raw = new RawDevice(server);
    await raw.hello(other.token);
    raw.send({ type: 'consent-decline', requestId: request?.id ?? 0 });
    expect((await raw.next('refused')).about).toBe('consent-decline');
    expect((await latest())?.answer).toBeNull();
    raw.socket.close();
  });

  it('ends with the person who leaves', async () => {
    await ask();
    await connect().leave();
    const { rows } = await sql<{ answer: string }>`
      select answer from consent_requests where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([{ answer: 'WITHDRAWN' }]);
  });
});
