import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  cdnList,
  checkExists,
  limits,
  uploadBase64,
  uploadChunk,
  uploadFile,
  type AccessLevel,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { sweepFiles } from '../content/sweep-files.ts';
import { startCuttingProxy } from '../../../testing/servers/cutting-proxy.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import { sha256Of } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

const megabyte = 1024 * 1024;
let server: TestServer;
let device: TestDevice;
beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  device = await joinDevice(server);
});
afterAll(() => server.close());

/** A random file with the signature of a video. */
const film = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(size - 12)]);
const inputOf = (bytes: Buffer, offset: number, name = 'Film.mp4') => ({
  deviceId: device.deviceId,
  name,
  sha256: sha256Of(bytes),
  size: bytes.length,
  offset,
});
const chunk = (bytes: Buffer, from: number, to = bytes.length, token = server.admin.token) =>
  sendForm(server, uploadChunk, inputOf(bytes, from), bytes.subarray(from, to), token);
const exists = async (bytes: Buffer, token = server.admin.token) => {
  const { deviceId } = device;
  const answer = await server.api(checkExists, { deviceId, sha256: sha256Of(bytes), size: bytes.length }, token);
  return answer.envelope.data;
};
const uploadsFolder = () => join(server.services.config.dataDir, 'uploads');
const unfinished = () => readdir(uploadsFolder());
/** The written bytes of the only upload. */
const onDisk = async () => {
  const [name = ''] = await unfinished();
  return (await stat(join(uploadsFolder(), name))).size;
};
const listed = async () => (await server.api(cdnList, { deviceId: device.deviceId })).envelope.data;

const part = (disposition: string, rest: string) =>
  `--held\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${rest}`;

/** Sends half of a piece, and the rest when the test continues. */
function sendHalf(bytes: Buffer, from: number, to: number) {
  const fields = Object.entries(inputOf(bytes, from)).map(([name, value]) => part(`name="${name}"`, `${value}\r\n`));
  const call = request(`${server.url}${uploadChunk.path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${server.admin.token}`,
      'content-type': 'multipart/form-data; boundary=held',
    },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  const half = (from + to) / 2;
  call.write(`${fields.join('')}${part('name="chunk"; filename="blob"', '')}`);
  call.write(bytes.subarray(from, half));
  const goOn = () => {
    call.write(bytes.subarray(half, to));
    call.end('\r\n--held--\r\n');
  };
  return { goOn, status: answered.then(([response]) => response.resume().statusCode) };
}

describe('a file in chunks', () => {
  it('[SPEC 7.36, 7.38, 7.37] arrives piece by piece, is known from then on, and stands in the list', async () => {
    const bytes = film(3 * megabyte);
    expect(await exists(bytes)).toEqual({ exists: false, file: null, received: 0 });
    expect((await chunk(bytes, 0, megabyte)).envelope.data).toEqual({ received: megabyte, file: null });
    expect(await exists(bytes)).toEqual({ exists: false, file: null, received: megabyte });
    const { envelope } = await chunk(bytes, megabyte);
    expect(envelope.data).toMatchObject({
      received: bytes.length,
      file: { fileName: 'Film.mp4', fileHash: sha256Of(bytes), fileSize: bytes.length, direction: 'TO_DEVICE' },
    });
    expect(await exists(bytes)).toEqual({ exists: true, file: envelope.data.file, received: bytes.length });
    expect(await listed()).toMatchObject([{ requestedBy: server.admin.username, fileExtension: 'mp4' }]);
    expect(await unfinished()).toEqual([]);
  });

  it('says how much it has where a piece does not fit, and goes on from there', async () => {
    const bytes = film(megabyte);
    await chunk(bytes, 0, 1000);
    for (const offset of [0, 999, 1001]) {
      const { status, errorCode, error } = await chunk(bytes, offset);
      expect([status, errorCode]).toEqual([409, 'upload_received']);
      expect(error).toContain('1000 bytes');
    }
    expect((await chunk(bytes, 1000)).envelope.data.file?.fileHash).toBe(sha256Of(bytes));
  });

  it('goes on after a cut in the middle of a piece', async () => {
    const bytes = film(4 * megabyte);
    const proxy = await startCuttingProxy(server.url);
    proxy.cutAfter(2 * megabyte);
    const cut = { ...server, url: proxy.url };
    await expect(sendForm(cut, uploadChunk, inputOf(bytes, 0), bytes)).rejects.toThrow('fetch failed');
    await proxy.close();
    const { received } = await exists(bytes);
    expect(received).toBeLessThan(bytes.length);
    const { envelope } = await chunk(bytes, (await exists(bytes)).received);
    expect(envelope.data.file?.fileHash).toBe(sha256Of(bytes));
  });

  it('takes the answer to the last piece as given when it was lost', async () => {
    const bytes = film(5000);
    const { file } = (await chunk(bytes, 0)).envelope.data;
    expect((await chunk(bytes, 0)).envelope.data).toEqual({ received: bytes.length, file });
    expect(await listed()).toHaveLength(1);
  });

  it('of two that write the same, the later one goes on, and nothing is mixed', async () => {
    const bytes = film(6 * megabyte);
    await Promise.all([0, 1, 2].map(() => chunk(bytes, 0)));
    if (!(await exists(bytes)).exists) await chunk(bytes, (await exists(bytes)).received);
    expect((await exists(bytes)).file?.fileHash).toBe(sha256Of(bytes));
  });

  it('takes a piece that sets out before the one in front of it is answered', async () => {
    const bytes = film(6 * megabyte);
    await chunk(bytes, 0, megabyte);
    // The earlier piece is paused half way, so the next one arrives before it is complete.
    // Half of it is more than the buffers of the server and of the form's parser.
    const slow = sendHalf(bytes, megabyte, 4 * megabyte);
    await expect.poll(onDisk).toBeGreaterThan(megabyte);
    const next = chunk(bytes, 4 * megabyte);
    await setTimeout(100);
    slow.goOn();
    expect(await slow.status).toBe(200);
    expect((await next).envelope.data.file?.fileHash).toBe(sha256Of(bytes));
  });

  it('takes a piece that has overtaken the one in front of it', async () => {
    const bytes = film(6 * megabyte);
    // Without a timeout it waits for the earlier piece, and the wait shows that it has arrived.
    const patience = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);
    onTestFinished(() => patience.mockRestore());
    const next = chunk(bytes, 3 * megabyte);
    await vi.waitFor(() => expect(patience).toHaveBeenCalled());
    expect((await chunk(bytes, 0, 3 * megabyte)).status).toBe(200);
    expect((await next).envelope.data.file?.fileHash).toBe(sha256Of(bytes));
  });

  it('is refused and forgotten when its bytes are not the announced ones', async () => {
    const bytes = film(5000);
    const input = { ...inputOf(bytes, 0), sha256: sha256Of(Buffer.from('other')) };
    const { status, errorCode } = await sendForm(server, uploadChunk, input, bytes);
    expect([status, errorCode]).toEqual([422, 'file_damaged']);
    expect(await unfinished()).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('does not grow beyond what was announced', async () => {
    const bytes = film(5000);
    const input = { ...inputOf(bytes, 0), size: 4000 };
    expect((await sendForm(server, uploadChunk, input, bytes)).errorCode).toBe('invalid_input');
    expect(await listed()).toEqual([]);
  });

  it('[SPEC 5.8, 8.11] may have up to 2048 MB, and each piece 8', async () => {
    const bytes = film(5000);
    const input = { ...inputOf(bytes, 0), size: limits.file.uploadMaxBytes + 1 };
    const { status, error } = await sendForm(server, uploadChunk, input, bytes);
    expect([status, error]).toEqual([413, 'File size exceeds 2048MB limit']);
    const large = film(limits.file.chunkBytes + megabyte);
    expect((await chunk(large, 0)).status).toBe(413);
    expect((await chunk(large, 0, limits.file.chunkBytes)).status).toBe(200);
    expect((await chunk(large, limits.file.chunkBytes)).status).toBe(200);
  });

  it('[SPEC 5.9, 8.12] is refused with its first piece when its bytes are of no allowed type', async () => {
    const program = Buffer.concat([Buffer.from('\x7fELF'), randomBytes(megabyte)]);
    const { status, error } = await chunk(program, 0, 1000);
    expect([status, error]).toEqual([415, 'File type not allowed']);
    expect(await exists(program)).toMatchObject({ exists: false, received: 0 });
  });

  it('belongs to its admin and its device: nobody else learns of it', async () => {
    const bytes = film(5000);
    const other = await server.createAdmin({ role: 'SUPER_ADMIN' });
    await chunk(bytes, 0, 1000);
    expect(await exists(bytes, other.token)).toMatchObject({ exists: false, received: 0 });
    await chunk(bytes, 1000);
    expect((await exists(bytes, other.token)).exists).toBe(true);
    device = await joinDevice(server);
    expect(await exists(bytes)).toEqual({ exists: false, file: null, received: 0 });
  });

  it('is deleted after a day when it was never finished', async () => {
    const bytes = film(5000);
    await chunk(bytes, 0, 1000);
    await sweepFiles(server.services);
    expect((await exists(bytes)).received).toBe(1000);
    await sql`update admin_uploads set created_at = now() - interval '25 hours'`.execute(server.services.db);
    await sweepFiles(server.services);
    expect((await exists(bytes)).received).toBe(0);
    expect(await unfinished()).toEqual([]);
  });
});

/** A random CSV file. */
const table = () => Buffer.from(`name,amount\nmilk,${randomBytes(4).toString('hex')}\n`);

describe('a small file', () => {
  it('[SPEC 7.35] arrives in one request', async () => {
    const csv = table();
    const { envelope } = await sendForm(server, uploadFile, { deviceId: device.deviceId, name: 'List.csv' }, csv);
    expect(envelope.data).toMatchObject({ fileHash: sha256Of(csv), fileExtension: 'csv', direction: 'TO_DEVICE' });
    expect((await exists(csv)).exists).toBe(true);
  });

  it('[SPEC 7.34] arrives as Base64 too', async () => {
    const csv = table();
    for (const content of [csv.toString('base64'), `data:text/csv;base64,${csv.toString('base64')}`]) {
      const { envelope } = await server.api(uploadBase64, { deviceId: device.deviceId, name: 'List.csv', content });
      expect(envelope.data.fileHash).toBe(sha256Of(csv));
    }
    const broken = await server.api(uploadBase64, {
      deviceId: device.deviceId,
      name: 'List.csv',
      content: 'no, sorry',
    });
    expect(broken.errorCode).toBe('invalid_input');
  });

  it('[SPEC 5.8, 8.11, 9.11] has at most 3 MB', async () => {
    const large = film(3 * 1024 * 1024 + 1);
    const { deviceId } = device;
    const form = await sendForm(server, uploadFile, { deviceId, name: 'Film.mp4' }, large);
    expect([form.status, form.error]).toEqual([413, 'File size exceeds 3MB limit']);
    const larger = await sendForm(server, uploadFile, { deviceId, name: 'Film.mp4' }, film(4 * megabyte));
    expect([larger.status, larger.error]).toEqual([413, 'File size exceeds 3MB limit']);
    const content = large.toString('base64');
    const text = await server.api(uploadBase64, { deviceId, name: 'Film.mp4', content });
    expect([text.status, text.error]).toEqual([413, 'File size exceeds 3MB limit']);
    const most = film(3 * 1024 * 1024);
    expect((await sendForm(server, uploadFile, { deviceId, name: 'Film.mp4' }, most)).status).toBe(200);
  });

  it('[SPEC 8.14] that breaks off has failed, and leaves nothing', async () => {
    const response = await fetch(new URL(uploadFile.path, server.url), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.admin.token}`,
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: `--x\r\ncontent-disposition: form-data; name="deviceId"\r\n\r\n${device.deviceId}\r\n--x\r\ncontent-dispo`,
    });
    expect(await response.text()).toContain('Upload failed');
    expect(await listed()).toEqual([]);
  });

  it.each([
    ['JSON', 'application/json', '{}'],
    ['text', 'text/plain', 'hello'],
  ])('is no %s', async (_, type, body) => {
    const headers = { authorization: `Bearer ${server.admin.token}`, 'content-type': type };
    const response = await fetch(new URL(uploadFile.path, server.url), { method: 'POST', headers, body });
    expect(response.status).toBe(415);
    expect(await response.text()).toContain('wrong_form_type');
  });
});

const send = (token: string | null) =>
  sendForm(server, uploadFile, { deviceId: device.deviceId, name: 'a.csv' }, Buffer.from('a,b\n'), token);

describe('an unauthorized upload', () => {
  it('[SPEC 8.13] is not signed in', async () => {
    const { status, error } = await send(null);
    expect([status, error]).toEqual([401, 'Authentication required']);
  });

  it.each<[AccessLevel, number]>([
    ['NO_ACCESS', 403],
    ['READ_ONLY', 403],
    ['FULL_ACCESS', 404],
  ])('has %s to files, or another admin has the device', async (level, expected) => {
    const admin = await server.createAdmin({ access: { FILE_MANAGER: level } });
    expect((await send(admin.token)).status).toBe(expected);
  });

  it.each([
    ['does not share files', sql`capabilities = '{CONTACTS}'`, 'consent_missing'],
    ['has paused sharing', sql`paused_at = now()`, 'device_paused'],
  ])('sends to a person who %s', async (_, change, code) => {
    await sql`update devices set ${change} where id = ${device.deviceId}`.execute(server.services.db);
    expect((await send(server.admin.token)).errorCode).toBe(code);
    expect((await chunk(film(100), 0)).errorCode).toBe(code);
  });
});
