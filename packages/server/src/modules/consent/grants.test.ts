import { capabilityNames, deviceGrants, type Capability, type Grant } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitStatus, joinDevice, startDevice, type TestDevice } from '../../testing/test-device.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../testing/servers/test-server.ts';

let server: TestServer;
let owner: TestAdmin;
let device: TestDevice;

beforeAll(async () => {
  server = await startTestServer();
  owner = await server.createAdmin({ access: 'NO_ACCESS' });
  device = await joinDevice(server, { ownerId: owner.userId, capabilities: ['CONTACTS', 'APPS'] });
});
afterAll(() => server.close());

async function read(deviceId: number, token = owner.token) {
  return (await server.api(deviceGrants, { deviceId }, token)).envelope.data;
}

async function readOne(capability: Capability): Promise<Grant | undefined> {
  return (await read(device.deviceId)).grants.find((grant) => grant.capability === capability);
}

async function consentTimes(): Promise<string[]> {
  const { rows } = await sql<{ at: Date }>`
    select recorded_at as at from consents where device_id = ${device.deviceId} order by id`.execute(
    server.services.db,
  );
  return rows.map(({ at }) => at.toISOString());
}

describe('what the person of a device shares', () => {
  it('names every capability in the words of the notice, granted since joining or never', async () => {
    const [joined] = await consentTimes();
    const { grants, pausedSince } = await read(device.deviceId);
    expect(pausedSince).toBeNull();
    expect(grants.map(({ capability }) => capability)).toEqual(capabilityNames);
    expect(grants.filter(({ granted }) => granted).map(({ capability }) => capability)).toEqual(['CONTACTS', 'APPS']);
    expect(await readOne('CONTACTS')).toEqual({
      capability: 'CONTACTS',
      title: 'Contacts',
      shares: 'The names, numbers, emails and addresses in your address book.',
      granted: true,
      since: joined,
      asked: null,
    });
    expect(await readOne('SMS')).toMatchObject({ granted: false, since: null });
  });

  it('follows each change of mind, and stays readable while sharing is paused', async () => {
    const phone = startDevice(server, device, { collectors: {}, granted: () => ['CONTACTS', 'APPS'] });
    await awaitStatus(server, device.deviceId, 'Online');
    await phone.changeGrants(['CONTACTS', 'SMS']);
    await phone.changeGrants(['CONTACTS', 'SMS', 'APPS', 'FILES']);
    await phone.changeGrants(['SMS', 'APPS']);
    const [joined, first, second, third] = await consentTimes();
    expect(await readOne('CONTACTS')).toMatchObject({ granted: false, since: third });
    expect(await readOne('APPS')).toMatchObject({ granted: true, since: second });
    expect(await readOne('SMS')).toMatchObject({ granted: true, since: first });
    expect(await readOne('FILES')).toMatchObject({ granted: false, since: third });
    expect(await readOne('CAMERA')).toMatchObject({ granted: false, since: null });
    await phone.changeGrants(['CONTACTS', 'SMS', 'APPS']);
    expect((await readOne('CONTACTS'))?.since).not.toBe(joined);

    await phone.pause();
    const paused = await read(device.deviceId);
    expect(Date.parse(paused.pausedSince ?? '')).toBeGreaterThan(Date.parse(third ?? ''));
    expect(paused.grants.filter(({ granted }) => granted)).toHaveLength(3);
    await phone.resume();
    expect((await read(device.deviceId)).pausedSince).toBeNull();
    await phone.stop();
  });

  it('tells open consoles, also about what no page shows', async () => {
    const changes: string[] = [];
    server.services.bus.subscribe('changed', ({ feature, deviceId }) => {
      if (deviceId === device.deviceId) changes.push(feature);
    });
    const phone = startDevice(server, device, {
      collectors: {},
      granted: () => ['CONTACTS', 'SMS', 'APPS', 'NOTIFICATIONS'],
    });
    await phone.changeGrants(['CONTACTS', 'SMS', 'APPS', 'NOTIFICATIONS']);
    await vi.waitFor(() => expect(changes).toContain('grants'));
    await phone.stop();
  });

  it('is for admins of the device only', async () => {
    const stranger = await server.createAdmin({ access: 'FULL_ACCESS' });
    const answer = await server.api(deviceGrants, { deviceId: device.deviceId }, stranger.token);
    expect([answer.status, answer.errorCode]).toEqual([404, 'device_not_found']);
    const pending = await server.createAdmin({ role: 'PENDING', access: 'FULL_ACCESS' });
    expect((await server.api(deviceGrants, { deviceId: device.deviceId }, pending.token)).status).toBe(403);
  });
});
