import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deviceFilesPath, missingFiles } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import {
  announce,
  beginning,
  endCommands,
  openCommand,
  sendSmall,
  testPicture,
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

const unfinished = () => readdir(join(server.services.config.dataDir, 'uploads'));
const send = (bytes: Uint8Array = picture, changes = {}) =>
  sendSmall(server, device, bytes, announce(bytes, commandId, changes));
const begin = (bytes: Uint8Array, token: string | null = device.token) =>
  tus(server, token, { method: 'POST', headers: beginning(bytes.length, announce(bytes, commandId)) });
const patch = (url: string, offset: number, body: Uint8Array, token = device.token) =>
  tus(server, token, { method: 'PATCH', url, headers: { 'upload-offset': String(offset) }, body });
const head = (url: string, token = device.token) => tus(server, token, { method: 'HEAD', url });
const good = () => announce(picture, commandId);

describe('a device that may not send', () => {
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

  it('does not enable other protocols', async () => {
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
