import { randomBytes } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandCatalogue, commandTypes, deviceFilesPath, fileKinds, limits, missingFiles } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';
import {
  announce,
  beginning,
  endCommands,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  ticketFor,
  tus,
} from '../../testing/test-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { sweepFiles } from './sweep-files.ts';

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

/** The status and the hash of a file as the console gets it back. */
async function stored(bytes: Uint8Array): Promise<[number, string]> {
  const ticket = await ticketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
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
const good = () => announce(picture, commandId);
/** What the server wants of these files. */
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
    // As after a crash: all bytes lie there, and nothing else happened.
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
    const brings = fileKinds[commandCatalogue[type].capability] !== undefined;
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
    const bytes = randomBytes(limits.request.maxBytes + 1);
    const { url } = await begin(bytes);
    const { status, error } = await patch(url, 0, bytes);
    expect([status, error]).toEqual([413, 'File too large. Please reduce the file size and try again.']);
    expect((await send(bytes)).status).toBe(413);
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

describe('whoever may not send', () => {
  it('[SPEC 8.13] needs the token of a device: none, a wrong one and an admin’s are no such thing', async () => {
    const gone = await joinDevice(server);
    await sql`update devices set left_at = now(), token_hash = null where id = ${gone.deviceId}`.execute(
      server.services.db,
    );
    for (const token of [null, 'x', gone.token, server.admin.token]) {
      const { status, error } = await begin(picture, token);
      expect([status, error]).toEqual([401, 'Authentication required']);
      expect((await server.api(missingFiles, { commandId, hashes: [] }, token)).error).toBe('Authentication required');
    }
  });

  it('cannot see, continue or end the upload of another device', async () => {
    const other = await joinDevice(server);
    await openCommand(server, other);
    const { url } = await begin(picture);
    expect((await head(url, other.token)).status).toBe(404);
    expect((await patch(url, 0, picture, other.token)).errorCode).toBe('upload_not_found');
    expect((await tus(server, other.token, { method: 'DELETE', url })).errorCode).toBe('upload_not_found');
    expect((await patch(url, 0, picture)).status).toBe(204);
  });

  it('cannot send for a command of another device, for one that is over, or for none', async () => {
    const other = await joinDevice(server);
    const theirs = await openCommand(server, other);
    expect((await send(picture, { commandId: String(theirs) })).errorCode).toBe('command_not_found');
    expect((await send(picture, { commandId: '999999' })).errorCode).toBe('command_not_found');
    await endCommands(server, device);
    expect((await send()).errorCode).toBe('command_ended');
    expect((await server.api(missingFiles, { commandId, hashes: [] }, device.token)).errorCode).toBe('command_ended');
    await openCommand(server, device);
    expect((await send()).errorCode).toBe('command_ended');
  });

  it('cannot send after the deadline', async () => {
    await sql`update commands set expires_at = now() - interval '1 second' where id = ${commandId}`.execute(
      server.services.db,
    );
    expect((await send()).errorCode).toBe('command_ended');
  });

  it('cannot send what is not shared, or while sharing is paused', async () => {
    const { db } = server.services;
    await sql`update devices set capabilities = '{CONTACTS}' where id = ${device.deviceId}`.execute(db);
    expect(await send()).toMatchObject({
      status: 403,
      error: 'The person using this device does not share Photos and videos.',
    });
    await sql`update devices set capabilities = '{GALLERY}', paused_at = now() where id = ${device.deviceId}`.execute(
      db,
    );
    expect((await send()).errorCode).toBe('device_paused');
    await sql`update devices set paused_at = null where id = ${device.deviceId}`.execute(db);
    expect((await send()).status).toBe(201);
  });

  it.each([
    ['is withdrawn', sql`capabilities = '{}'`, 'consent_missing'],
    ['is paused', sql`paused_at = now()`, 'device_paused'],
  ])('is stopped in the middle when sharing %s', async (_, change, code) => {
    const bytes = randomBytes(4 * megabyte);
    const { url } = await begin(bytes);
    await patch(url, 0, bytes.subarray(0, megabyte));
    await sql`update devices set ${change} where id = ${device.deviceId}`.execute(server.services.db);
    expect((await patch(url, megabyte, bytes.subarray(megabyte, 2 * megabyte))).errorCode).toBe(code);
    expect((await head(url)).status).toBe(403);
  });
});

describe('metadata', () => {
  it.each([
    ['no metadata', () => ({ 'upload-length': '5' })],
    ['no Base64', () => ({ 'upload-length': '5', 'upload-metadata': 'sha256 @@@@' })],
    ['a name twice', () => ({ 'upload-length': '5', 'upload-metadata': 'sha256 YQ==,sha256 YQ==' })],
    ['a name of the language', () => ({ 'upload-length': '5', 'upload-metadata': '__proto__ YQ==' })],
    ['an unknown name', () => beginning(5, { ...good(), path: '../../etc/passwd' })],
    ['a way out as hash', () => beginning(5, { ...good(), sha256: '../../../../etc/passwd' })],
    ['an upper-case hash', () => beginning(5, { ...good(), sha256: 'A'.repeat(64) })],
    ['a command that is no number', () => beginning(5, { ...good(), commandId: '1; drop table blobs' })],
    ['a NUL in the type', () => beginning(5, { ...good(), mimeType: 'image/\0png' })],
    ['an endless type', () => beginning(5, { ...good(), mimeType: 'a'.repeat(101) })],
    ['no length', () => ({ 'upload-metadata': beginning(5, good())['upload-metadata'] ?? '' })],
    ['a negative length', () => ({ ...beginning(5, good()), 'upload-length': '-5' })],
    ['a length in words', () => ({ ...beginning(5, good()), 'upload-length': '1e3' })],
  ])('with %s is refused', async (_, headers) => {
    const { status, errorCode } = await tus(server, device.token, { method: 'POST', headers: headers() });
    expect([status, errorCode]).toEqual([400, 'invalid_input']);
    expect(await unfinished()).toEqual([]);
  });

  it.each(['%00', '..%2f..%2fetc', 'missing', 'a'.repeat(32), '%ff'])('no upload hides behind %s', async (id) => {
    const { status } = await head(`${deviceFilesPath}/${id}`);
    expect([400, 404, 405]).toContain(status);
  });

  it('does not open a door for other protocols', async () => {
    const { url } = await begin(picture);
    const headers = { 'upload-offset': '0', 'content-type': 'text/html' };
    expect((await tus(server, device.token, { method: 'PATCH', url, headers, body: picture })).errorCode).toBe(
      'invalid_input',
    );
    const old = { 'tus-resumable': '0.2.2', 'upload-offset': '0' };
    expect((await tus(server, device.token, { method: 'PATCH', url, headers: old, body: picture })).status).toBe(400);
    expect(
      (await fetch(new URL(url, server.url), { headers: { authorization: `Bearer ${device.token}` } })).status,
    ).toBe(404);
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

  it('lies on the disk once, whoever sends it', async () => {
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
