import { contacts, deviceSummary, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { auditOf, changesOf, consentTo, livingDevice } from '../../../testing/person.ts';
import { awaitStep, contactNames, RawDevice, testContact, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const list = ({ deviceId }: TestDevice) => server.api(contacts.list, { deviceId });

describe('a person who changes what they share', () => {
  it('is obeyed at once: what is withdrawn is hidden, its command ends, and open pages learn it', async () => {
    const { device, raw } = await devices.connected();
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'accepted', commandId });
    await awaitStep(server, device.deviceId, 'RUNNING');
    const told = changesOf(server, device);
    raw.send(await consentTo(['LOCATION']));
    expect((await raw.next('cancel')).commandId).toBe(commandId);
    expect(await raw.next('grants')).toEqual({ type: 'grants', capabilities: ['LOCATION'], paused: false });
    const ended = await awaitStep(server, device.deviceId, 'CANCELLED');
    expect(ended.errorDetails).toBe('The person using this device stopped sharing Contacts.');
    expect((await list(device)).errorCode).toBe('consent_missing');
    await vi.waitFor(() => expect(told).toEqual(expect.arrayContaining(['contacts', 'commands', 'devices'])));

    // Rows that were being sent arrive too late.
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    raw.send(await consentTo(['LOCATION', 'CONTACTS']));
    expect((await raw.next('grants')).capabilities).toContain('CONTACTS');
    expect(await contactNames(server, device.deviceId)).toEqual([]);
    expect(raw.frames.filter(({ type }) => type !== 'command')).toEqual([]);
  });

  it('leaves every consent on record, and the log names them', async () => {
    const { device, raw } = await devices.connected(['CONTACTS']);
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
    expect((await auditOf(server, device)).slice(1)).toMatchObject([
      { action: 'CONSENT', by: device.username, details: { capabilities: [] } },
      { action: 'CONSENT', by: device.username, details: { capabilities: ['CONTACTS', 'SMS'] } },
    ]);
  });

  it('who repeats the same consent adds nothing to the record', async () => {
    const { device, raw } = await devices.connected(['CONTACTS']);
    raw.send(await consentTo(['CONTACTS']));
    expect((await raw.next('grants')).capabilities).toEqual(['CONTACTS']);
    expect(await auditOf(server, device)).toHaveLength(1);
  });

  it('grants only under the current notice, but takes back under any', async () => {
    const { raw } = await devices.connected(['CONTACTS', 'SMS']);
    const old = { ...(await consentTo(['CONTACTS', 'LOCATION'])), noticeHash: '0'.repeat(64) };
    raw.send(old);
    expect(await raw.next('refused')).toMatchObject({ about: 'consent', reason: expect.stringMatching(/notice/) });
    raw.send({ ...old, capabilities: ['CONTACTS'] });
    expect((await raw.next('grants')).capabilities).toEqual(['CONTACTS']);
  });

  it('has read a newer notice only once they agree to it, not by withdrawing something', async () => {
    const { device, raw } = await devices.connected(['CONTACTS', 'SMS']);
    const { db } = server.services;
    await sql`
      insert into consents (device_id, person, notice_version, notice_hash, language, capabilities, how)
      values (${device.deviceId}, '', 2, 'older', 'en', '{CONTACTS,SMS}', 'CHANGED_ON_DEVICE')`.execute(db);
    raw.send(await consentTo(['CONTACTS']));
    expect(await raw.next('grants')).toMatchObject({ capabilities: ['CONTACTS'] });
    const { rows } = await sql`
      select notice_version, notice_hash, capabilities from consents where device_id = ${device.deviceId}
      order by id desc limit 1`.execute(db);
    expect(rows).toEqual([{ notice_version: 2, notice_hash: 'older', capabilities: ['CONTACTS'] }]);
  });

  it('leaves a command about something else alone', async () => {
    const { device, client, release } = await livingDevice(server, devices);
    await update(device);
    await awaitStep(server, device.deviceId, 'RUNNING');
    await client.changeGrants(['CONTACTS']);
    release();
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await contactNames(server, device.deviceId)).toEqual(['Anna']);
  });

  it('has a device that stops collecting by itself', async () => {
    const { device, client, collect, lines } = await livingDevice(server, devices);
    await update(device);
    await vi.waitFor(() => expect(collect).toHaveBeenCalled());
    expect(await client.changeGrants([])).toEqual({ capabilities: [], paused: false, hours: null });
    await awaitStep(server, device.deviceId, 'CANCELLED');
    await vi.waitFor(() => expect(lines).toContain(`${server.admin.username} asked for Contacts: cancelled`));
    expect(client.grants.capabilities).toEqual([]);
  });
});

describe('a person who pauses', () => {
  it('stops every read and command with a reason, until they resume', async () => {
    const { device, client, release } = await livingDevice(server, devices);
    release();
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    const told = changesOf(server, device);
    expect((await client.pause()).paused).toBe(true);
    for (const answer of [await list(device), await update(device)]) {
      expect([answer.status, answer.errorCode]).toEqual([403, 'device_paused']);
      expect(answer.error).toBe('The person using this device has paused sharing.');
    }
    // Facts that are not the person's data stay visible: that the device exists, and its commands.
    expect((await server.api(deviceSummary, { deviceId: device.deviceId })).status).toBe(200);
    await vi.waitFor(() => expect(told).toEqual(expect.arrayContaining(['contacts', 'devices'])));
    expect((await client.resume()).paused).toBe(false);
    expect(await contactNames(server, device.deviceId)).toEqual(['Anna']);
    expect((await auditOf(server, device)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['PAUSE', 'REFUSED_READ', 'REFUSED_COMMAND', 'RESUME']),
    );
  });

  it('ends the command that waits', async () => {
    const { device, raw } = await devices.connected();
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'pause' });
    expect((await raw.next('cancel')).commandId).toBe(commandId);
    expect((await raw.next('grants')).paused).toBe(true);
    const { errorDetails } = await awaitStep(server, device.deviceId, 'CANCELLED');
    expect(errorDetails).toBe('The person using this device paused sharing.');
  });

  it('is still pausing after the connection broke, and twice is once', async () => {
    const { device, raw, welcome } = await devices.connected();
    expect(welcome.paused).toBe(false);
    for (let times = 0; times < 2; times += 1) {
      raw.send({ type: 'pause' });
      expect((await raw.next('grants')).paused).toBe(true);
    }
    raw.socket.terminate();
    const again = new RawDevice(server);
    expect((await again.hello(device.token)).paused).toBe(true);
    expect((await auditOf(server, device)).filter(({ action }) => action === 'PAUSE')).toHaveLength(1);
  });

  it('gets what they said last, however fast they change their mind', async () => {
    const { device, raw } = await devices.connected();
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
