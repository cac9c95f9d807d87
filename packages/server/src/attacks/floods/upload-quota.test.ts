import { randomBytes, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { deviceTicketFile, errorText, limits, missingFiles, type CommandType } from '@fairwatch/contract';
import { createUploader, UploadRefused } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { runShortJobs } from '../../app/housekeeping.ts';
import { joinDevice, RawDevice, type TestDevice } from '../../testing/test-device.ts';
import {
  announce,
  beginning,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  tus,
} from '../../testing/samples/test-files.ts';
import { sendForm } from '../../testing/samples/test-forms.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';

const megabyte = 1024 * 1024;
let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await startTestServer({ uploadsMegabytesPerDay: 1, ticketFilesMegabytesPerDay: 1 });
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await joinDevice(server);
});

const film = (bytes: number) => randomBytes(bytes);
const pdf = (bytes: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), film(bytes)]);
/** A different picture for each device and seed. */
const picture = (seed: number) => testPicture(device.deviceId * 10 + seed);
const send = (bytes: Uint8Array, commandId: number) =>
  sendSmall(server, device, bytes, announce(bytes, commandId, { mimeType: 'video/mp4' }));
const begin = (bytes: Uint8Array, commandId: number) =>
  tus(server, device.token, { method: 'POST', headers: beginning(bytes.length, announce(bytes, commandId)) });
const patch = (url: string, body: Uint8Array) =>
  tus(server, device.token, { method: 'PATCH', url, headers: { 'upload-offset': '0' }, body });

/** The device's usage of today in the database. */
async function counted(kind: 'UPLOADS' | 'TICKET_FILES'): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select bytes from device_usage where device_id = ${device.deviceId} and kind = ${kind}
      and day = (now() at time zone 'utc')::date`.execute(server.services.db);
  return rows[0]?.bytes ?? 0;
}

/** Moves today's usage to yesterday. */
const letTheDayPass = () => sql`update device_usage set day = day - 1`.execute(server.services.db);

describe('a device that sends more than its quota', () => {
  it('is refused before the first byte, over any connection, until the day is over', async () => {
    const commandId = await openCommand(server, device);
    const half = film(0.6 * megabyte);
    expect((await send(half, commandId)).status).toBe(201);
    expect(await counted('UPLOADS')).toBe(half.length);
    const more = film(0.6 * megabyte);
    const refused = await begin(more, commandId);
    expect([refused.status, refused.errorCode]).toEqual([429, 'daily_quota']);
    expect(refused.error).toBe(errorText('daily_quota', { megabytes: 1, what: 'files' }));
    // A new connection or a new command does not reset the quota.
    await new RawDevice(server).hello(device.token);
    const next = await openCommand(server, device);
    expect((await begin(more, next)).errorCode).toBe('daily_quota');
    expect((await send(film(0.3 * megabyte), next)).status).toBe(201);
    await letTheDayPass();
    expect((await send(more, next)).status).toBe(201);
    await runShortJobs(server.services);
    const { rows } = await sql`select from device_usage where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    expect(rows).toHaveLength(1);
  });

  it('is refused while bytes come, when it began more than it may send; it can go on the next day', async () => {
    const commandId = await openCommand(server, device);
    const [first, second] = [film(0.6 * megabyte), film(0.6 * megabyte)];
    const [one, other] = [await begin(first, commandId), await begin(second, commandId)];
    expect((await patch(one.url, first)).status).toBe(204);
    const refused = await patch(other.url, second);
    expect([refused.status, refused.errorCode]).toEqual([429, 'daily_quota']);
    await letTheDayPass();
    expect((await patch(other.url, second)).status).toBe(204);
  });

  it('is counted by what came: what a broken connection did not bring is given back', async () => {
    const commandId = await openCommand(server, device);
    const bytes = film(0.9 * megabyte);
    const { url } = await begin(bytes, commandId);
    const cut = request(new URL(url, server.url), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${device.token}`,
        'content-type': 'application/offset+octet-stream',
        'content-length': bytes.length,
        'upload-offset': 0,
      },
    });
    cut.on('error', () => undefined);
    cut.write(bytes.subarray(0, 100_000));
    await vi.waitFor(async () => expect(await counted('UPLOADS')).toBe(bytes.length));
    cut.destroy();
    await vi.waitFor(async () => expect(await counted('UPLOADS')).toBeLessThanOrEqual(100_000));
  });

  it('tells its person why, and does not try again and again', async () => {
    const commandId = await openCommand(server, device);
    const upload = createUploader({ serverUrl: server.url, token: device.token });
    const files = [{ mimeType: 'video/mp4', bytes: film(1.2 * megabyte) }];
    const failed = await upload(commandId, files, new AbortController().signal).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(UploadRefused);
    expect((failed as UploadRefused).code).toBe('daily_quota');
  });

  it('cannot fill the disk with files of tickets either', async () => {
    const raw = new RawDevice(server);
    await raw.hello(device.token);
    raw.send({
      type: 'ticket-open',
      clientId: randomUUID(),
      title: 'T',
      description: 'D',
      category: 'OTHER',
      priority: 'LOW',
    });
    const { ticketId } = (await raw.next('ticket')).ticket;
    const attach = (bytes: Buffer) => {
      const form = { ticketId, clientId: randomUUID(), kind: 'FILE', name: 'a.pdf' } as const;
      return sendForm(server, deviceTicketFile, form, bytes, device.token);
    };
    expect((await attach(pdf(0.6 * megabyte))).status).toBe(200);
    // Its size is not announced, so it is refused during the upload, and nothing is stored.
    const refused = await attach(pdf(0.6 * megabyte));
    expect([refused.status, refused.errorCode]).toEqual([429, 'daily_quota']);
    expect(refused.error).toBe(errorText('daily_quota', { megabytes: 1, what: 'files for requests' }));
    const messages = await sql`select from ticket_messages where ticket_id = ${ticketId}`.execute(server.services.db);
    expect(messages.rows).toHaveLength(1);
    await sql`update device_usage set bytes = ${megabyte} where device_id = ${device.deviceId}`.execute(
      server.services.db,
    );
    expect((await attach(pdf(10))).errorCode).toBe('daily_quota');
    await letTheDayPass();
    expect((await attach(pdf(10))).status).toBe(200);
    raw.socket.close();
  });
});

describe('a device that sends what nobody asked for', () => {
  it.each(['SEND_FILE', 'FETCH_MEDIA', 'CAPTURE_PHOTO', 'CAPTURE_VIDEO'] as const satisfies CommandType[])(
    'sends the one file of %s, and no other',
    async (type) => {
      const commandId = await openCommand(server, device, type);
      const [asked, another] = [await picture(1), await picture(2)];
      const begun = await begin(another, commandId);
      expect((await sendSmall(server, device, asked, announce(asked, commandId))).status).toBe(201);
      const refused = await sendSmall(server, device, another, announce(another, commandId));
      expect([refused.status, refused.errorCode]).toEqual([409, 'file_not_wanted']);
      // Also not by finishing an earlier upload, or by claiming that the file was sent before.
      expect((await patch(begun.url, another)).errorCode).toBe('file_not_wanted');
      const hashes = [sha256Of(asked), sha256Of(another)];
      expect((await server.api(missingFiles, { commandId, hashes }, device.token)).errorCode).toBe('file_not_wanted');
      const { rows } = await sql<{ sha256: string }>`
        select sha256 from device_blobs where device_id = ${device.deviceId}`.execute(server.services.db);
      expect(rows).toEqual([{ sha256: sha256Of(asked) }]);
    },
  );

  it('keeps one of two that are finished at the same moment', async () => {
    const commandId = await openCommand(server, device, 'SEND_FILE');
    const files = await Promise.all([1, 2, 3, 4].map(picture));
    const begun = [];
    for (const bytes of files) begun.push({ bytes, ...(await begin(bytes, commandId)) });
    const answers = await Promise.all(begun.map(({ url, bytes }) => patch(url, bytes)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409, 409]);
  });

  it.each([
    ['SEND_FILE', { path: 'Documents/plan.pdf' }],
    ['FETCH_MEDIA', { key: 'photo-1' }],
  ] as const)('sends for %s the file that its list shows: another size is another file', async (type, params) => {
    const { db } = server.services;
    const [asked, another] = [await picture(1), Buffer.concat([await picture(1), Buffer.alloc(9)])];
    await sql`
      insert into files (device_id, key, parent, name, folder, size, mime_type, modified_at)
      values (${device.deviceId}, 'f', 'Documents', 'plan.pdf', false, ${asked.length}, 'application/pdf', now())`.execute(
      db,
    );
    await sql`
      insert into gallery (device_id, key, kind, file_name, album, size, mime_type, taken_at, width, height)
      values (${device.deviceId}, 'photo-1', 'PHOTO', 'a.jpg', 'Camera', ${asked.length}, 'image/jpeg', now(), 1, 1)`.execute(
      db,
    );
    const commandId = await openCommand(server, device, type, params);
    const refused = await begin(another, commandId);
    expect([refused.status, refused.errorCode]).toEqual([409, 'file_not_wanted']);
    expect(refused.error).toContain(`it has ${another.length} bytes, and ${asked.length} in the list`);
    expect((await sendSmall(server, device, asked, announce(asked, commandId))).status).toBe(201);
  });

  it('may send as many files for an Update as it may have rows with pictures', { tags: 'full' }, async () => {
    const commandId = await openCommand(server, device);
    const sent = await picture(1);
    await sendSmall(server, device, sent, announce(sent, commandId));
    await sql`
      insert into blobs (sha256, stored_as, size, mime_type, thumbnail)
      select lpad(n::text, 64, '0'), lpad(n::text, 64, '0'), 1, 'image/jpeg', false from generate_series(1, ${limits.file.filesPerUpdate}) n
      on conflict do nothing`.execute(server.services.db);
    await sql`
      insert into device_blobs (device_id, capability, sha256, command_id)
      select ${device.deviceId}, 'GALLERY', lpad(n::text, 64, '0'), ${commandId}
      from generate_series(1, ${limits.file.filesPerUpdate - 1}) n`.execute(server.services.db);
    expect((await begin(await picture(2), commandId)).errorCode).toBe('file_not_wanted');
    // Sending the same file again does not count.
    expect((await begin(sent, commandId)).status).toBe(201);
  });
});
