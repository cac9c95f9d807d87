import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandTypes, filesPerCommand, deviceFilesPath, limits, missingFiles } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
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
} from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { sweepFiles } from '../content/sweep-files.ts';

const megabyte = 1024 * 1024;
let server: TestServer;
let device: TestDevice;
let commandId: number;
let picture: Buffer;
let seed = 0;
beforeAll(async () => {
  server = await startTestServer({ maxUploadMegabytes: 8 });
});
afterAll(() => server.close());
beforeEach(async () => {
  await sql`delete from uploads`.execute(server.services.db);
  await sweepFiles(server.services);
  device = await joinDevice(server);
  commandId = await openCommand(server, device);
  picture = await testPicture((seed += 1));
});

/** The status and the hash of a file as the console downloads it. */
async function stored(bytes: Uint8Array): Promise<[number, string]> {
  const ticket = await contentTicketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
  const response = await fetchContent(server, { ticket, sha256: sha256Of(bytes) });
  return [response.status, sha256Of(Buffer.from(await response.arrayBuffer()))];
}
const isStored = async (bytes: Uint8Array) => (await stored(bytes))[0] === 200;
const unfinished = () => readdir(join(server.services.config.dataDir, 'uploads'));
const send = (bytes: Uint8Array = picture, changes = {}) =>
  sendSmall(server, device, bytes, announce(bytes, commandId, changes));
const begin = (bytes: Uint8Array, token: string | null = device.token) =>
  tus(server, token, { method: 'POST', headers: beginning(bytes.length, announce(bytes, commandId)) });
const patch = (url: string, offset: number, body: Uint8Array, token = device.token) =>
  tus(server, token, { method: 'PATCH', url, headers: { 'upload-offset': String(offset) }, body });
const head = (url: string, token = device.token) => tus(server, token, { method: 'HEAD', url });
/** The files that the server is missing. */
const missing = async (hashes: string[], from = device) => {
  const { envelope } = await server.api(missingFiles, { commandId, hashes }, from.token);
  return envelope.data.missing;
};
const received = async () => {
  const { rows } = await sql<{ sha256: string; commandId: number; old: boolean }>`
    select sha256, command_id as "commandId", received_at < now() - interval '1 hour' as old
    from device_blobs where device_id = ${device.deviceId}`.execute(server.services.db);
  return rows;
};

describe('a file from a device', () => {
  it('arrives in one request when it is small', async () => {
    const { status, url, headers } = await send();
    expect([status, headers.get('tus-resumable')]).toEqual([201, '1.0.0']);
    expect(url).toMatch(new RegExp(`^${deviceFilesPath}/[0-9a-f]{32}$`));
    expect(await stored(picture)).toEqual([200, sha256Of(picture)]);
    expect(await unfinished()).toEqual([]);
  });

  it('arrives in chunks when it is large, and goes on from where it is', async () => {
    const bytes = randomBytes(7 * megabyte + 1);
    const { url } = await begin(bytes);
    for (let offset = 0; offset < bytes.length; offset += limits.request.maxBytes) {
      expect((await head(url)).headers.get('upload-offset')).toBe(String(offset));
      expect(await isStored(bytes)).toBe(false);
      const body = bytes.subarray(offset, offset + limits.request.maxBytes);
      const answer = await patch(url, offset, body);
      expect([answer.status, answer.headers.get('upload-offset')]).toEqual([204, String(offset + body.length)]);
    }
    expect(await stored(bytes)).toEqual([200, sha256Of(bytes)]);
    expect(await unfinished()).toEqual([]);
  });

  it('may be empty', async () => {
    const nothing = new Uint8Array();
    expect((await begin(nothing)).status).toBe(201);
    expect(await stored(nothing)).toEqual([200, sha256Of(nothing)]);
  });

  it('is known to be there when the answer to its last bytes was lost', async () => {
    const { url } = await begin(picture);
    await patch(url, 0, picture);
    const { status, headers } = await head(url);
    const size = String(picture.length);
    expect([status, headers.get('upload-offset'), headers.get('upload-length')]).toEqual([200, size, size]);
    expect((await patch(url, picture.length, new Uint8Array())).status).toBe(204);
    expect((await patch(url, 0, picture)).errorCode).toBe('upload_offset');
    expect((await tus(server, device.token, { method: 'DELETE', url })).errorCode).toBe('upload_not_found');
    expect(await isStored(picture)).toBe(true);
  });

  it('is taken up again where the server was cut off between the last byte and the end', async () => {
    const { url } = await begin(picture);
    const { services } = server;
    // Simulates a crash after the last byte was written.
    await writeFile(join(services.config.dataDir, 'uploads', url.split('/').at(-1) ?? ''), picture);
    expect((await head(url)).headers.get('upload-offset')).toBe(String(picture.length));
    expect(await stored(picture)).toEqual([200, sha256Of(picture)]);
  });

  it('can be given up', async () => {
    const { url } = await begin(picture);
    expect((await tus(server, device.token, { method: 'DELETE', url })).status).toBe(204);
    expect((await head(url)).status).toBe(404);
    expect(await unfinished()).toEqual([]);
  });
});

describe('what is not the announced file', () => {
  it('is refused with a clear text, and deleted', async () => {
    const { status, errorCode, error } = await send(picture, { sha256: sha256Of(Buffer.from('something else')) });
    expect([status, errorCode]).toEqual([422, 'file_damaged']);
    expect(error).toContain('SHA-256');
    expect(await isStored(picture)).toBe(false);
    expect(await unfinished()).toEqual([]);
  });

  it('cannot be continued at a wrong place or beyond its end', async () => {
    const { url } = await begin(picture);
    expect((await patch(url, 5, picture)).errorCode).toBe('upload_offset');
    expect((await patch(url, 0, Buffer.concat([picture, picture]))).status).toBe(413);
    expect((await patch(url, 0, picture)).status).toBe(204);
    expect(await isStored(picture)).toBe(true);
  });

  it.each(['CAPTURE_PHOTO', 'CAPTURE_VOICE', 'RECORD_CALL', 'UPDATE_APPS'] as const)(
    '[SPEC 5.9, 8.12] is not allowed when %s brings something else than its kind',
    async (type) => {
      commandId = await openCommand(server, device, type);
      const program = Buffer.concat([Buffer.from('MZ'), randomBytes(200)]);
      const { status, error } = await send(program);
      expect([status, error]).toEqual([415, 'File type not allowed']);
      expect((await send()).status).toBe(201);
    },
  );

  it.each(commandTypes)('[SPEC 5.9] is not allowed for a command that brings no files, and so for %s', async (type) => {
    commandId = await openCommand(server, device, type);
    const { status, error } = await send();
    const brings = filesPerCommand[type] !== undefined;
    expect([status, error]).toEqual(brings ? [201, ''] : [415, 'File type not allowed']);
  });
});

describe('a file that is too large', () => {
  it('[SPEC 5.8, 8.11, 9.12] is refused before its first byte, with the limit in the text', async () => {
    const headers = beginning(8 * megabyte + 1, announce(picture, commandId));
    const { status, error } = await tus(server, device.token, { method: 'POST', headers });
    expect([status, error]).toEqual([413, 'File size exceeds 8MB limit']);
    expect(await unfinished()).toEqual([]);
  });

  it('may be exactly as large as the limit', async () => {
    const headers = beginning(8 * megabyte, announce(picture, commandId));
    expect((await tus(server, device.token, { method: 'POST', headers })).status).toBe(201);
  });

  it('[SPEC 8.10, 9.11] travels in requests of at most 3 MB', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 1);
    const { url } = await begin(bytes);
    const { status, error } = await patch(url, 0, bytes);
    expect([status, error]).toEqual([413, 'File too large. Please reduce the file size and try again.']);
    expect((await send(bytes)).status).toBe(413);
    expect((await patch(url, 0, bytes.subarray(0, -1))).status).toBe(204);
  });

  it('must say how long each request is', async () => {
    const { url } = await begin(picture);
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(picture));
        controller.close();
      },
    });
    const response = await fetch(new URL(url, server.url), {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        authorization: `Bearer ${device.token}`,
      },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(400);
  });
});

describe('a file that was sent before', () => {
  it('is not asked for again, and counts as sent now', async () => {
    await send();
    await sql`update device_blobs set received_at = now() - interval '80 days'`.execute(server.services.db);
    commandId = await openCommand(server, device);
    const other = 'f'.repeat(64);
    expect(await missing([sha256Of(picture), other])).toEqual([other]);
    expect(await received()).toEqual([{ sha256: sha256Of(picture), commandId, old: false }]);
  });

  it('is a secret of its device, and of the capability it came under', async () => {
    await send();
    const hash = sha256Of(picture);
    const curious = await joinDevice(server);
    const mine = commandId;
    commandId = await openCommand(server, curious);
    expect(await missing([hash], curious)).toEqual([hash]);
    commandId = await openCommand(server, device, 'SEND_FILE');
    expect(await missing([hash])).toEqual([hash]);
    expect(mine).not.toBe(commandId);
  });

  it('is stored once, however many devices send it', async () => {
    await send();
    const first = device;
    device = await joinDevice(server);
    commandId = await openCommand(server, device);
    expect((await send()).status).toBe(201);
    const { rows } = await sql`select * from blobs where sha256 = ${sha256Of(picture)}`.execute(server.services.db);
    expect(rows).toHaveLength(1);
    expect(await isStored(picture)).toBe(true);
    device = first;
    expect(await isStored(picture)).toBe(true);
  });

  it('is asked about in questions of at most 500', async () => {
    const hashes = Array.from({ length: limits.file.hashesPerQuestion }, (_, at) => sha256Of(Buffer.from(`${at}`)));
    expect(await missing(hashes)).toEqual(hashes);
    const { status } = await server.api(missingFiles, { commandId, hashes: [...hashes, 'f'.repeat(64)] }, device.token);
    expect(status).toBe(400);
  });
});

describe('an upload that is never finished', () => {
  it('is deleted after a day, with its bytes', async () => {
    const { url } = await begin(randomBytes(megabyte));
    await sql`update uploads set created_at = now() - interval '23 hours'`.execute(server.services.db);
    await sweepFiles(server.services);
    expect((await head(url)).status).toBe(200);
    await sql`update uploads set created_at = now() - interval '25 hours'`.execute(server.services.db);
    await sweepFiles(server.services);
    expect((await head(url)).status).toBe(404);
    expect(await unfinished()).toEqual([]);
  });

  it('gives way to a new try at the same file, and the oldest to too many', async () => {
    const { url: first } = await begin(picture);
    const { url: second } = await begin(picture);
    expect([(await head(first)).status, (await head(second)).status]).toEqual([404, 200]);
    const urls: string[] = [];
    for (let at = 0; at < limits.file.unfinishedPerDevice; at += 1) urls.push((await begin(Buffer.from(`${at}`))).url);
    expect((await head(second)).status).toBe(404);
    expect((await head(urls[0] ?? '')).status).toBe(200);
    expect(await unfinished()).toHaveLength(limits.file.unfinishedPerDevice);
  });
});
