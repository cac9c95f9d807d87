import { contacts, deviceList, deviceSocketClose, enrol, limits } from '@fairwatch/contract';
import { describe, expect, it, vi } from 'vitest';
import { auditOf, changesOf, countContacts, livingDevice } from '../../../testing/person.ts';
import {
  awaitStep,
  joinDevice,
  joinRequest,
  RawDevice,
  testContact,
  testFacts,
  type TestDevice,
} from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';
import { verifyAudit } from '../../../shared/audit/chain/audit-verify.ts';
import { createPasscodes } from '../passcodes/passcodes.store.ts';

const server = useTestServer();
const devices = useDevices(server);

const update = ({ deviceId }: TestDevice) => server.api(contacts.update, { deviceId });
const list = ({ deviceId }: TestDevice) => server.api(contacts.list, { deviceId });

describe('a person who leaves', () => {
  it('takes their data with them; the log stays', async () => {
    const { device, client, release } = await livingDevice(server, devices);
    release();
    await update(device);
    await awaitStep(server, device.deviceId, 'DONE');
    expect(await countContacts(server, device)).toBe(1);
    const other = await joinDevice(server);
    const told = changesOf(server, device);
    await client.leave();
    expect(await client.ended).toBe('left');
    expect(await countContacts(server, device)).toBe(0);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({ action: 'LEAVE', by: '', details: null });
    expect((await verifyAudit(server.services, device.deviceId)).faults).toEqual([]);
    expect((await list(device)).errorCode).toBe('device_left');
    const ids = (await server.api(deviceList, { pageSize: 500 })).envelope.data.map(({ id }) => id);
    expect(ids).not.toContain(device.deviceId);
    expect(ids).toContain(other.deviceId);
    await vi.waitFor(() => expect(told).toEqual(expect.arrayContaining(['contacts', 'devices'])));
  });

  it('is told so, and their token ends', async () => {
    const { device, raw } = await devices.connected();
    await update(device);
    const { commandId } = await raw.next('command');
    raw.send({ type: 'leave' });
    // Frames after leaving are ignored.
    raw.send({ type: 'rows', commandId, batch: 0, rows: [testContact('1')] });
    raw.send({ type: 'result', commandId, batches: 1 });
    await raw.next('left');
    expect(await raw.closed).toBe(deviceSocketClose.left);
    expect(await countContacts(server, device)).toBe(0);
    const again = new RawDevice(server);
    await again.opened;
    again.send({ type: 'hello', token: device.token, facts: testFacts });
    expect(await again.closed).toBe(deviceSocketClose.refused);
  });

  it('leaves nothing behind, whatever happens at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { device, raw } = await devices.connected();
      await update(device);
      const { commandId } = await raw.next('command');
      const rows = Array.from({ length: 200 }, (_, place) => testContact(String(place)));
      raw.send({ type: 'rows', commandId, batch: 0, rows });
      const orders = [() => raw.send({ type: 'result', commandId, batches: 1 }), () => raw.send({ type: 'leave' })];
      for (const send of round % 2 === 0 ? orders : orders.toReversed()) send();
      await Promise.all([update(device), list(device), update(device), list(device), raw.closed]);
      expect(await countContacts(server, device)).toBe(0);
      expect((await auditOf(server, device)).filter(({ action }) => action === 'LEAVE')).toHaveLength(1);
    }
    const errors = server.logLines.filter((line) => /"level":"(error|fatal)"/.test(line));
    expect(errors).toEqual([]);
  });

  it('is never kept by the limit on changes', async () => {
    const { raw } = await devices.connected();
    for (let times = 0; times <= limits.device.requestsAtOnce; times += 1) raw.send({ type: 'pause' });
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
    // Another phone cannot use the name.
    const [third = ''] = await createPasscodes(server.services.db, server.admin.userId, 1);
    const stranger = { ...(await joinRequest(third)), person: request.person };
    expect((await server.api(enrol, stranger, null)).errorCode).toBe('username_taken');
  });
});
