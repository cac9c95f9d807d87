import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contacts, contentPath, logout, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { joinDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import {
  announce,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
} from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestAdmin, type TestServer } from '../../../testing/servers/test-server.ts';

let server: TestServer;
let admin: TestAdmin;
let device: TestDevice;
let picture: Buffer;
let sha256: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.createAdmin({ access: { GALLERY: 'READ_ONLY', FILE_MANAGER: 'READ_ONLY' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await joinDevice(server, { ownerId: admin.userId });
  picture = await testPicture(device.deviceId, 800, 600);
  sha256 = await send(picture, 'UPDATE_GALLERY');
});

async function send(bytes: Uint8Array, type: 'UPDATE_GALLERY' | 'SEND_FILE', mimeType = 'image/jpeg'): Promise<string> {
  const commandId = await openCommand(server, device, type);
  const { error } = await sendSmall(server, device, bytes, announce(bytes, commandId, { mimeType }));
  expect(error).toBe('');
  return sha256Of(bytes);
}

const ticket = (capability: Capability = 'GALLERY', holder: TestAdmin = admin) =>
  contentTicketFor(server, holder, { deviceId: device.deviceId, capability });
const get = async (address = {}, headers = {}) =>
  await fetchContent(server, { ticket: await ticket(), sha256, ...address }, headers);

/** The error code of a refused request. */
async function refusal(response: Promise<Response> | Response): Promise<string> {
  const body = (await (await response).json()) as { meta: { message: { code: string }[] } };
  return body.meta.message[0]?.code ?? '';
}

/** The file name under which a browser would save it. */
const named = async (saveAs: string) => {
  const response = await get({ saveAs });
  return response.ok ? response.headers.get('content-disposition') : await refusal(response);
};

describe('a file of a device', () => {
  it('is shown as what it is, to nobody else and for a short while', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(picture.length),
      'content-disposition': 'inline',
      'cache-control': 'private, no-cache',
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    });
    expect(sha256Of(Buffer.from(await response.arrayBuffer()))).toBe(sha256);
  });

  it('has a small picture', async () => {
    const response = await get({ variant: 'thumbnail' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    const made = await sharp(await response.arrayBuffer()).metadata();
    expect(made).toMatchObject({ format: 'webp', width: 320, height: 240 });
    sha256 = await send(Buffer.from('no picture'), 'UPDATE_GALLERY');
    expect(await refusal(get({ variant: 'thumbnail' }))).toBe('file_not_found');
  });

  it('is not sent again to a browser that has it', async () => {
    const etag = (await get()).headers.get('etag') ?? '';
    const again = await get({}, { 'if-none-match': `"other", W/${etag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await get({}, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get({ variant: 'thumbnail' }, { 'if-none-match': etag })).status).toBe(200);
  });

  it.each([
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, Number.POSITIVE_INFINITY],
    ['bytes=-10', -10, Number.POSITIVE_INFINITY],
    ['bytes=5-5', 5, 5],
    ['bytes=0-99999999', 0, Number.POSITIVE_INFINITY],
  ])('can be sought in: %s', async (range, first, last) => {
    const size = picture.length;
    const start = first < 0 ? size + first : first;
    const end = Math.min(last, size - 1);
    const response = await get({}, { range });
    expect([response.status, response.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
    const part = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(part.length));
    expect(part.equals(picture.subarray(start, end + 1))).toBe(true);
  });

  it('comes whole for ranges that make no sense, and not at all beyond its end', async () => {
    for (const range of ['bytes=', 'bytes=-', 'items=0-1', 'bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b']) {
      expect((await get({}, { range })).status, range).toBe(200);
    }
    expect((await get({}, { range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200);
    expect((await get({}, { range: 'bytes=0-9', 'if-range': `"${sha256}"` })).status).toBe(206);
    for (const range of [`bytes=${picture.length}-`, 'bytes=-0']) {
      const beyond = await get({}, { range });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${picture.length}`]);
      expect(await refusal(beyond)).toBe('range_not_satisfiable');
    }
  });

  it('answers HEAD with its facts alone', async () => {
    const address = `${contentPath}/${sha256}?ticket=${await ticket()}&variant=full`;
    const response = await fetch(new URL(address, server.url), { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length')]).toEqual([200, String(picture.length)]);
  });

  it.each([
    ['<script>alert(1)</script>', 'text/html'],
    ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
    ['MZ\u0090 a program', 'application/vnd.microsoft.portable-executable'],
    ['alert(1)', 'text/javascript'],
    ['a,b\n=cmd()', 'text/csv'],
    ['PK\u0003\u0004', 'application/vnd.android.package-archive'],
  ])('is never run: %s', async (content, mimeType) => {
    const program = await send(Buffer.from(content), 'SEND_FILE', mimeType);
    const response = await get({ ticket: await ticket('FILES'), sha256: program });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${program}"; filename*=UTF-8''${program}`,
      'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
      'x-content-type-options': 'nosniff',
    });
  });

  it('is saved under a name of any script, and under none that would break out', async () => {
    expect(await named('Räksmörgås "1".jpg')).toBe(
      `attachment; filename="R_ksm_rg_s _1_.jpg"; filename*=UTF-8''R%C3%A4ksm%C3%B6rg%C3%A5s%20%221%22.jpg`,
    );
    expect(await named("it's (1)*!.jpg")).toBe(
      `attachment; filename="it's (1)*!.jpg"; filename*=UTF-8''it%27s%20%281%29%2A%21.jpg`,
    );
    for (const name of ['../../etc/passwd', 'a\r\nset-cookie: b', '', '..', 'a\\b', 'x'.repeat(256)]) {
      expect(await named(name), name).toBe('invalid_input');
    }
  });

  it.each(['', 'A'.repeat(64), '..%2f..%2fetc%2fpasswd', 'x', `${'a'.repeat(64)}.thumbnail`])(
    'is found by its hash alone, not by "%s"',
    async (name) => {
      const address = `${contentPath}/${name}?ticket=${await ticket()}&variant=full`;
      const response = await fetch(new URL(address, server.url));
      expect([400, 404]).toContain(response.status);
      expect(response.headers.get('content-type')).toContain('application/json');
    },
  );
});

describe('a ticket', () => {
  it('stays the same for a session, and differs for every other', async () => {
    const other = await server.createAdmin({ access: { GALLERY: 'READ_ONLY' } });
    expect(await ticket()).toBe(await ticket());
    expect(await ticket('GALLERY', other)).not.toBe(await ticket());
    expect(await ticket('FILES')).not.toBe(await ticket());
  });

  it('cannot be made up or changed', async () => {
    const [body = '', signature = ''] = (await ticket()).split('.');
    const text = Buffer.from(body, 'base64url').toString();
    const changed = Buffer.from(text.replace(`"d":${device.deviceId}`, '"d":1')).toString('base64url');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    for (const forged of ['', '.', 'x', body, `${changed}.${signature}`, `${body}.`, `${body}.${flipped}`]) {
      expect(await refusal(get({ ticket: forged })), forged).toBe('ticket_refused');
    }
    const twice = `${contentPath}/${sha256}?ticket=a&ticket=b&variant=full`;
    expect(await refusal(fetch(new URL(twice, server.url)))).toBe('invalid_input');
  });

  it('is for one device and one capability', async () => {
    const mine = await ticket();
    const other = await joinDevice(server, { ownerId: admin.userId });
    const foreign = await contentTicketFor(server, admin, { deviceId: other.deviceId, capability: 'GALLERY' });
    expect(await refusal(get({ ticket: foreign }))).toBe('file_not_found');
    expect(await refusal(get({ ticket: await ticket('FILES') }))).toBe('file_not_found');
    expect((await get({ ticket: mine })).status).toBe(200);
  });

  it('ends with its session', async () => {
    const leaving = await server.createAdmin({ role: 'SUPER_ADMIN' });
    const theirs = await ticket('GALLERY', leaving);
    expect((await get({ ticket: theirs })).status).toBe(200);
    await server.api(logout, {}, leaving.token);
    expect(await refusal(get({ ticket: theirs }))).toBe('ticket_refused');
    expect((await get()).status).toBe(200);
  });

  it('ends with the access and with the assignment', async () => {
    const { db } = server.services;
    const once = await server.createAdmin({ access: { GALLERY: 'READ_ONLY' } });
    device = await joinDevice(server, { ownerId: once.userId });
    sha256 = await send(picture, 'UPDATE_GALLERY');
    const theirs = await ticket('GALLERY', once);
    const fetched = () => get({ ticket: theirs });
    expect((await fetched()).status).toBe(200);
    await sql`update feature_access set feature_access = 'NO_ACCESS' where user_id = ${once.userId}`.execute(db);
    expect(await refusal(fetched())).toBe('not_allowed');
    await sql`update feature_access set feature_access = 'READ_ONLY' where user_id = ${once.userId}`.execute(db);
    await sql`delete from device_assignments where device_id = ${device.deviceId}`.execute(db);
    expect(await refusal(fetched())).toBe('device_not_found');
  });

  it('ends the moment the person withdraws, pauses or leaves', async () => {
    const client = startDevice(server, device, { collectors: {} });
    const others = client.grants.capabilities.filter((name) => name !== 'GALLERY');
    await client.changeGrants(others);
    expect(await refusal(get())).toBe('consent_missing');
    await client.changeGrants([...others, 'GALLERY']);
    expect((await get()).status).toBe(200);
    await client.pause();
    expect(await refusal(get())).toBe('device_paused');
    await client.resume();
    expect((await get()).status).toBe(200);
    await client.leave();
    expect(await refusal(get())).toBe('device_left');
  });

  it('is not accepted as a session token', async () => {
    expect((await server.api(contacts.list, { deviceId: device.deviceId }, await ticket())).status).toBe(401);
  });

  it('is not in the log, and every look is in the device’s', async () => {
    const used = await ticket();
    await get();
    const { rows } = await sql<{ subject: string; actor: string }>`
      select subject, actor_name as actor from audit_entries where device_id = ${device.deviceId} and action = 'READ'
      `.execute(server.services.db);
    expect(rows).toEqual([{ subject: `${contentPath}/GALLERY`, actor: admin.username }]);
    const text = server.logLines.join('');
    expect(text).toContain('ticket=[redacted]');
    expect(text).not.toContain(used);
    expect(text).not.toContain(used.split('.')[1]);
    const client = startDevice(server, device, { collectors: {} });
    const { entries } = await client.log.read();
    expect(entries[0]).toMatchObject({ who: admin.username, what: 'opened a file' });
    await client.stop();
  });
});

describe('the folder of files', () => {
  it('is closed to other accounts of the machine', async () => {
    const { dataDir } = server.services.config;
    for (const name of ['blobs', 'uploads']) expect((await stat(join(dataDir, name))).mode & 0o077).toBe(0);
  });
});
