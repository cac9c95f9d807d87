import { randomUUID } from 'node:crypto';
import {
  contentUrl,
  deviceContentUrl,
  endDevice,
  folderContentUrl,
  logout,
  rejectUser,
  removeDevices,
  updateFeatureAccess,
  type Capability,
} from '@fairwatch/contract';
import type { DeviceClient } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { issueAttachmentLink } from '../modules/files/content/content-links.ts';
import { findSession } from '../shared/sessions/sessions.ts';
import { giveFile, startSlowDownload, storeLargeFile, type SlowDownload } from '../testing/slow-download.ts';
import { awaitStatus, joinDevice, type TestDevice } from '../testing/test-device.ts';
import { fetchContent, openCommand, contentTicketFor, storedName } from '../testing/samples/test-files.ts';
import type { TestAdmin } from '../testing/servers/test-server.ts';
import { useDevices, useTestServer } from '../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);
const capability: Capability = 'GALLERY';
let sha256: string;
let admin: TestAdmin;
let device: TestDevice;
let client: DeviceClient;

beforeAll(async () => {
  sha256 = await storeLargeFile(server);
  // This device stays, because a file without an owner would be deleted when the others leave.
  const { deviceId } = await joinDevice(server);
  await giveFile(server, { deviceId, capability, sha256 });
});
beforeEach(async () => {
  admin = await server.createAdmin({ access: { GALLERY: 'READ_ONLY', SUBORDINATES_TICKETS: 'READ_ONLY' } });
  device = await joinDevice(server, { ownerId: admin.userId });
  await giveFile(server, { deviceId: device.deviceId, capability, sha256 });
  client = devices.start(device, { collectors: {} });
  await awaitStatus(server, device.deviceId, 'Online');
});
afterEach(() => vi.restoreAllMocks());

const contentAddress = (ticket: string) => new URL(contentUrl({ ticket, sha256, variant: 'full' }), server.url);

async function download(headers: Record<string, string> = {}): Promise<SlowDownload> {
  const ticket = await contentTicketFor(server, admin, { deviceId: device.deviceId, capability });
  return await startSlowDownload(contentAddress(ticket), headers);
}

async function expectCut(slow: SlowDownload): Promise<void> {
  // The connection is reset at once, without waiting for the reader.
  await vi.waitFor(() => expect(server.services.transfers.size).toBe(0));
  const { received, broken } = await slow.readOn();
  expect(broken).toBe(true);
  expect(received).toBeLessThan(slow.length);
}

const withdraw = (name: Capability = capability) =>
  client.changeGrants(client.grants.capabilities.filter((each) => each !== name));

/** All events that must abort a running download. */
const endings: [name: string, end: () => Promise<unknown>][] = [
  ['the person withdraws', () => withdraw()],
  ['the person pauses', () => client.pause()],
  ['the person leaves', () => client.leave()],
  [
    'an admin ends the device',
    () => server.api(endDevice, { deviceId: device.deviceId, reason: 'The phone was lost' }),
  ],
  ['the session ends', () => server.api(logout, {}, admin.token)],
  [
    'the access is taken',
    () =>
      server.api(updateFeatureAccess, {
        userId: admin.userId,
        access: [{ featurePermission: 'GALLERY', featureAccess: 'NO_ACCESS' }],
      }),
  ],
  ['the device is taken', () => server.api(removeDevices, { userId: admin.userId, deviceIds: [device.deviceId] })],
  ['the admin is demoted', () => server.api(rejectUser, { userId: admin.userId })],
];

describe('a download under way', () => {
  it.each(endings)('is cut at the moment %s', async (_, end) => {
    const slow = await download();
    expect(slow.status).toBe(200);
    await end();
    await expectCut(slow);
  });

  it('is cut as a range, too', async () => {
    const slow = await download({ range: 'bytes=1000-' });
    expect(slow.status).toBe(206);
    await withdraw();
    await expectCut(slow);
  });

  it('continues while other downloads are aborted', async () => {
    const slow = await download();
    await withdraw('CONTACTS');
    const other = await joinDevice(server, { ownerId: admin.userId });
    await server.api(removeDevices, { userId: admin.userId, deviceIds: [other.deviceId] });
    await server.api(endDevice, { deviceId: other.deviceId, reason: 'The phone was lost' });
    const colleague = await server.createAdmin();
    await server.api(logout, {}, colleague.token);
    expect(await slow.readOn()).toEqual({ received: slow.length, broken: false });
    await vi.waitFor(() => expect(server.services.transfers.size).toBe(0));
  });

  it('does not begin when the person withdraws while it is checked', async () => {
    const ticket = await contentTicketFor(server, admin, { deviceId: device.deviceId, capability });
    const { blobs } = server.services;
    const stat = blobs.stat.bind(blobs);
    // `stat` is the last step before the first byte.
    vi.spyOn(blobs, 'stat').mockImplementationOnce(async (...file) => {
      await withdraw();
      return await stat(...file);
    });
    const refused = await fetchContent(server, { ticket, sha256 });
    expect([refused.status, refused.headers.get('content-type')]).toEqual([401, expect.stringContaining('json')]);
    expect(await refused.json()).toMatchObject({ meta: { message: [{ code: 'ticket_refused' }] } });
  });

  it('is cut when it is an attachment of a person who leaves', async () => {
    const { db } = server.services;
    const { rows } = await sql<{ id: number }>`
      with ticket as (
        insert into tickets (client_id, opened_by, device_id, title, description, category, priority, status, changed_by, search_text)
        select gen_random_uuid(), user_id, id, 'Help', 'words', 'SUPPORT', 'LOW', 'OPEN', username, 'Help'
        from devices where id = ${device.deviceId} returning id, opened_by
      ), attached as (
        insert into ticket_messages (ticket_id, client_id, sender, author_id, kind, text, sha256, file_name, mime_type)
        select id, ${randomUUID()}, 'USER', opened_by, 'FILE', '', ${sha256}, 'film.mp4', 'video/mp4' from ticket
      )
      select id from ticket`.execute(db);
    const session = await findSession(server.services, admin.token);
    if (!session) throw new Error('This session has ended.');
    const { pass } = await issueAttachmentLink(server.services, session, rows[0]?.id ?? 0);
    const slow = await startSlowDownload(contentAddress(pass));
    expect(slow.status).toBe(200);
    // Attachments of the person's own messages do not depend on capabilities.
    await withdraw();
    expect(server.services.transfers.size).toBe(1);
    await client.leave();
    await expectCut(slow);
  });

  it('is cut when it is a folder, in the middle of a file', async () => {
    const { db } = server.services;
    const { deviceId } = device;
    await giveFile(server, { deviceId, capability: 'FILES', sha256 });
    await sql`
      with listed as (
        insert into files (device_id, key, parent, name, folder, size, mime_type, modified_at)
        values (${deviceId}, 'film', '', 'film.mp4', false, 1, 'video/mp4', now())
      )
      insert into cdn_files (device_id, capability, sha256, path, command_id, requested_by)
      values (${deviceId}, 'FILES', ${sha256}, 'film.mp4', ${deviceId}, ${admin.userId})`.execute(db);
    await server.api(updateFeatureAccess, {
      userId: admin.userId,
      access: [{ featurePermission: 'FILE_MANAGER', featureAccess: 'READ_ONLY' }],
    });
    const ticket = await contentTicketFor(server, admin, { deviceId, capability: 'FILES' });
    const slow = await startSlowDownload(new URL(folderContentUrl({ ticket, path: '' }), server.url));
    expect(slow.status).toBe(200);
    await withdraw('FILES');
    await vi.waitFor(() => expect(server.services.transfers.size).toBe(0));
    expect((await slow.readOn()).broken).toBe(true);
  });

  it('is cut on its way to the device, when the person withdraws what the command is about', async () => {
    await giveFile(server, { deviceId: device.deviceId, capability: 'FILES', sha256 });
    const size = (await server.services.blobs.stat(await storedName(server, sha256), 'full'))?.size;
    const params = { folder: 'Download', files: [{ name: 'film.mp4', sha256, size }] };
    const commandId = await openCommand(server, device, 'RECEIVE_FILES', params);
    const address = new URL(deviceContentUrl(commandId, sha256), server.url);
    const slow = await startSlowDownload(address, { authorization: `Bearer ${device.token}` });
    expect(slow.status).toBe(200);
    await withdraw('FILES');
    await expectCut(slow);
  });
});

describe('a download whose reader stops reading', () => {
  it('is cut after a while', async () => {
    const { config } = server.services;
    const { downloadStallSeconds } = config;
    config.downloadStallSeconds = 0.2;
    try {
      await expectCut(await download());
      expect(server.logLines.join('')).toContain('download.stalled');
    } finally {
      config.downloadStallSeconds = downloadStallSeconds;
    }
  });
});
