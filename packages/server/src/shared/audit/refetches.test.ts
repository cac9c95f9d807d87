import { contacts, messageThreads, shownHeader, type Endpoint } from '@fairwatch/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { setPolicies } from '../../testing/set-policies.ts';
import { auditOf } from '../../testing/person.ts';
import type { TestAdmin } from '../../testing/servers/test-server.ts';
import { useTestServer } from '../../testing/servers/use-server.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';

const server = useTestServer();
let admin: TestAdmin;
let device: TestDevice;

beforeEach(async () => {
  admin = await server.createAdmin({ access: 'FULL_ACCESS' });
  device = await joinDevice(server, { ownerId: admin.userId });
});

/** Makes a call as a console does, with the proof of what was shown before. */
async function send(endpoint: Endpoint, proof: string | null, { input = {}, token = admin.token } = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(new URL(endpoint.path, server.url), {
    method: 'POST',
    headers: proof === null ? headers : { ...headers, [shownHeader]: proof },
    body: JSON.stringify({ deviceId: device.deviceId, ...input }),
  });
  return { status: response.status, proof: response.headers.get(shownHeader) };
}

const pause = (at: Date | null = new Date()) =>
  server.services.db.updateTable('devices').set({ paused_at: at }).where('id', '=', device.deviceId).execute();

const refusals = async () =>
  (await auditOf(server, device)).flatMap(({ action, subject }) => (action.startsWith('REFUSED_') ? subject : []));

describe('a read that a console repeats by itself', () => {
  it('is refused without a line in the log, however often; the same asked for by a person has one', async () => {
    const { proof } = await send(contacts.list, null);
    await pause();
    for (let time = 0; time < 4; time += 1) expect((await send(contacts.list, proof)).status).toBe(403);
    expect(await refusals()).toEqual([]);
    await send(contacts.list, null);
    expect(await refusals()).toEqual([contacts.list.path]);
  });

  it('has a line when it is answered, whatever was sent with it', async () => {
    const { proof } = await send(contacts.list, null);
    // Another page of the same list has a line of its own.
    await send(contacts.list, proof, { input: { page: 2 } });
    const reads = (await auditOf(server, device)).filter(({ action }) => action === 'READ');
    expect(reads).toHaveLength(2);
  });

  it('is an attempt where it is not what this session was shown', async () => {
    const { proof } = await send(contacts.list, null);
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    await pause();
    await send(contacts.list, proof, { input: { search: 'Mum' } });
    await send(messageThreads, proof);
    await send(contacts.list, proof, { token: other.token });
    await send(contacts.update, proof);
    await send(contacts.list, 'made-up');
    expect(await refusals()).toEqual([
      contacts.list.path,
      messageThreads.path,
      contacts.list.path,
      contacts.update.path,
      contacts.list.path,
    ]);
  });

  it('asks no second admin, since nobody wants to look', async () => {
    const { proof } = await send(contacts.list, null);
    await setPolicies(server, { CONTACTS: { reason: 'NONE', approval: true } });
    const asked = async () =>
      (await server.services.db.selectFrom('approvals').select('id').where('device_id', '=', device.deviceId).execute())
        .length;
    expect((await send(contacts.list, proof)).status).toBe(403);
    expect(await asked()).toBe(0);
    await server.createAdmin({ role: 'SUPER_ADMIN' });
    await send(contacts.list, null);
    expect(await asked()).toBe(1);
    await setPolicies(server, { CONTACTS: { reason: 'NONE', approval: false } });
  });
});
