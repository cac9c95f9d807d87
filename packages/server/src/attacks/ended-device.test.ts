import { randomUUID } from 'node:crypto';
import {
  deviceContentUrl,
  deviceSocketClose,
  deviceSummary,
  deviceTicketFile,
  endDevice,
  enrol,
  missingFiles,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createPasscodes } from '../modules/devices/passcodes/passcodes.store.ts';
import { auditOf } from '../testing/person.ts';
import { joinDevice, joinRequest, RawDevice, testFacts, type TestDevice } from '../testing/test-device.ts';
import {
  announce,
  beginning,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
  tus,
} from '../testing/samples/test-files.ts';
import { useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const reason = 'Stolen last week';

const end = ({ deviceId }: TestDevice, token = server.admin.token) =>
  server.api(endDevice, { deviceId, reason }, token);

describe('ending a device that is not one’s own to end', () => {
  it.each([
    ['who may only read', { DEVICES: 'READ_ONLY' } as const, 403],
    ['with every permission but this one', { DEVICES: 'NO_ACCESS', CONTACTS: 'FULL_ACCESS' } as const, 403],
  ])('is refused to an admin %s', async (_, access, status) => {
    const admin = await server.createAdmin({ access });
    const device = await joinDevice(server, { ownerId: admin.userId });
    const refused = await end(device, admin.token);
    expect([refused.status, refused.errorCode]).toEqual([status, 'not_allowed']);
    await new RawDevice(server).hello(device.token);
  });

  it('is refused for a device of another admin, who reads of the attempt in its log', async () => {
    const thief = await server.createAdmin({ access: 'FULL_ACCESS' });
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    const device = await joinDevice(server, { ownerId: owner.userId });
    const refused = await end(device, thief.token);
    expect([refused.status, refused.errorCode]).toEqual([404, 'device_not_found']);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({ action: 'REFUSED_COMMAND', by: thief.username });
    expect((await server.api(deviceSummary, { deviceId: device.deviceId }, owner.token)).status).toBe(200);
    await new RawDevice(server).hello(device.token);
  });

  it('is refused to a device, to nobody and to the session of an account that waits', async () => {
    const device = await joinDevice(server);
    const pending = await server.createAdmin({ role: 'PENDING', access: { OVERVIEW: 'FULL_ACCESS' } });
    expect((await end(device, device.token)).status).toBe(401);
    expect((await server.api(endDevice, { deviceId: device.deviceId, reason }, null)).status).toBe(401);
    expect((await end(device, pending.token)).status).toBe(403);
  });
});

describe('a device that was ended', () => {
  it('can do nothing with its old token but learn why', async () => {
    const device = await joinDevice(server);
    const { deviceId, token } = device;
    const picture = await testPicture(7);
    const commandId = await openCommand(server, device);
    const headers = beginning(picture.length, announce(picture, commandId));
    const begun = await tus(server, token, { method: 'POST', headers });
    expect(begun.status).toBe(201);
    const kept = await testPicture(8);
    expect((await sendSmall(server, device, kept, announce(kept, commandId))).status).toBe(201);
    const content = { ticket: await contentTicketFor(server, server.admin, { deviceId, capability: 'GALLERY' }) };
    const address = { ...content, sha256: sha256Of(kept) };
    expect((await fetchContent(server, address)).status).toBe(200);

    expect((await end(device)).status).toBe(200);

    const goesOn = { method: 'PATCH', url: begun.url, headers: { 'upload-offset': '0' }, body: picture };
    expect((await tus(server, token, goesOn)).status).toBe(401);
    expect((await tus(server, token, { method: 'POST', headers })).status).toBe(401);
    expect((await server.api(missingFiles, { commandId, hashes: [] }, token)).status).toBe(401);
    const authorization = `Bearer ${token}`;
    const fetched = await fetch(new URL(deviceContentUrl(commandId, sha256Of(kept)), server.url), {
      headers: { authorization },
    });
    expect(fetched.status).toBe(401);
    const form = new FormData();
    for (const [name, value] of Object.entries({
      ticketId: '1',
      clientId: randomUUID(),
      kind: 'FILE',
      name: 'a.jpg',
    })) {
      form.set(name, value);
    }
    form.set('file', new Blob([new Uint8Array(kept)]), 'a.jpg');
    const attached = await fetch(new URL(deviceTicketFile.path, server.url), {
      method: 'POST',
      headers: { authorization },
      body: form,
    });
    expect(attached.status).toBe(401);
    // Collected data is not served any more, also not to pages that are still open.
    expect((await fetchContent(server, address)).status).not.toBe(200);
    for (const table of ['uploads', 'device_blobs', 'uploaded_files', 'device_usage']) {
      const { rows } = await sql`select from ${sql.id(table)} where device_id = ${deviceId}`.execute(
        server.services.db,
      );
      expect([table, rows.length]).toEqual([table, 0]);
    }

    const raw = new RawDevice(server);
    await raw.opened;
    raw.send({ type: 'hello', token, facts: testFacts });
    raw.send({ type: 'tickets-request', before: null });
    raw.send({ type: 'log-request', before: null });
    raw.send({ type: 'leave' });
    expect(await raw.closed).toBe(deviceSocketClose.left);
    expect(raw.frames.filter(({ type }) => type !== 'refused')).toMatchObject([
      { type: 'ended', endedBy: server.admin.username, reason },
    ]);
    expect((await auditOf(server, device)).at(-1)).toMatchObject({ action: 'END' });
  });

  it('comes back only with a passcode that an admin gave its person, and as a new device', async () => {
    const [first = '', second = ''] = await createPasscodes(server.services.db, server.admin.userId, 2);
    const request = await joinRequest(first);
    const { deviceId, token } = (await server.api(enrol, request, null)).envelope.data;
    await end({ deviceId, token, username: request.person.username });
    // Neither the used passcode nor a forged one works.
    for (const passcode of [first, 'NOTACODE']) {
      expect((await server.api(enrol, { ...request, passcode }, null)).errorCode).toBe('passcode_refused');
    }
    const again = await server.api(enrol, { ...request, passcode: second }, null);
    expect(again.envelope.data.deviceId).toBeGreaterThan(deviceId);
    expect((await auditOf(server, again.envelope.data)).map(({ action }) => action)).toEqual(['JOIN']);
  });
});
