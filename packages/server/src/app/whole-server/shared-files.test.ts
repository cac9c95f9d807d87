import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  archiveStatus,
  archiveUrl,
  cdnList,
  checkExists,
  makeArchive,
  uploadChunk,
  uploadFile,
  type Archive,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { cleanUpArchives } from '../../modules/device-data/archives/archives.ts';
import { deleteDeviceFiles } from '../../modules/files/content/blobs.store.ts';
import { sweepFiles } from '../../modules/files/content/sweep-files.ts';
import {
  announce,
  beginning,
  contentTicketFor,
  endCommands,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  storedName,
  testPicture,
  tus,
} from '../../testing/samples/test-files.ts';
import { sendForm } from '../../testing/samples/test-forms.ts';
import { startCuttingProxy } from '../../testing/servers/cutting-proxy.ts';
import { startTestS3, type TestS3 } from '../../testing/servers/test-s3.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { joinDevice, type TestDevice } from '../../testing/test-device.ts';

const megabyte = 1024 * 1024;
const patience = { timeout: 20_000 };
let s3: TestS3;
let one: TestServer;
let two: TestServer;
let device: TestDevice;
let seed = 1000;
beforeAll(async () => {
  s3 = await startTestS3();
  one = await startTestServer({ s3: s3.bucket });
  two = await startTestServer({ s3: s3.bucket, beside: one });
});
afterAll(async () => {
  await two.close();
  await one.close();
  await s3.close();
});
beforeEach(async () => {
  device = await joinDevice(one);
});
// Nothing of one test is left for the next.
afterEach(async () => {
  vi.restoreAllMocks();
  await deleteDeviceFiles(one.services.db, device.deviceId);
  await sweepFiles(one.services);
});

/** Random bytes behind the beginning of a picture. */
const photo = (size: number) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(size - 4)]);
/** A random file with the signature of a video. */
const film = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(size - 12)]);
const keysBelow = async (prefix: string) => (await s3.keys()).filter((key) => key.startsWith(prefix));
const incoming = ({ services }: TestServer) =>
  readdir(join(services.config.dataDir, 'blobs', 'incoming')).catch(() => []);

async function begin(server: TestServer, bytes: Buffer): Promise<string> {
  const commandId = await openCommand(server, device);
  const headers = beginning(bytes.length, announce(bytes, commandId));
  return (await tus(server, device.token, { method: 'POST', headers })).url;
}

const patch = (server: TestServer, url: string, offset: number, body: Buffer) =>
  tus(server, device.token, { method: 'PATCH', url, headers: { 'upload-offset': String(offset) }, body });
const offsetAt = async (server: TestServer, url: string) =>
  Number((await tus(server, device.token, { method: 'HEAD', url })).headers.get('upload-offset'));

/** The hash of a device's file as a server sends it. */
async function sentBy(server: TestServer, sha256: string): Promise<string> {
  const ticket = await contentTicketFor(server, one.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
  return sha256Of(Buffer.from(await (await fetchContent(server, { ticket, sha256 })).arrayBuffer()));
}

describe('an upload of a device whose pieces go to different servers', () => {
  it('is one file, also when one of the servers ends midway', async () => {
    const third = await startTestServer({ s3: s3.bucket, beside: one });
    const bytes = photo(5 * megabyte);
    const url = await begin(third, bytes);
    for (const [place, server] of [one, third, two].entries()) {
      const from = place * megabyte;
      expect((await patch(server, url, from, bytes.subarray(from, from + megabyte))).status).toBe(204);
    }
    await third.close();
    expect([await offsetAt(one, url), await offsetAt(two, url)]).toEqual([3 * megabyte, 3 * megabyte]);
    await patch(one, url, 3 * megabyte, bytes.subarray(3 * megabyte, 4 * megabyte));
    expect(await keysBelow('blobs/')).toEqual([]);
    expect((await patch(two, url, 4 * megabyte, bytes.subarray(4 * megabyte))).status).toBe(204);
    const sha256 = sha256Of(bytes);
    for (const server of [one, two]) expect(await sentBy(server, sha256)).toBe(sha256);
    expect([await keysBelow('parts/'), await keysBelow('blobs/')]).toEqual([
      [],
      [`blobs/${await storedName(one, sha256)}`],
    ]);
    expect([await incoming(one), await incoming(two)]).toEqual([[], []]);
    expect(await offsetAt(one, url)).toBe(bytes.length);
  });

  it('is put together by another server when the one with the last piece dies before', async () => {
    const bytes = photo(2 * megabyte);
    const url = await begin(one, bytes);
    await patch(one, url, 0, bytes.subarray(0, megabyte));
    const dying = vi.spyOn(one.services.uploadParts, 'source').mockRejectedValueOnce(new Error('killed'));
    expect((await patch(one, url, megabyte, bytes.subarray(megabyte))).status).toBe(500);
    expect(dying).toHaveBeenCalled();
    expect(await offsetAt(two, url)).toBe(bytes.length);
    expect(await sentBy(two, sha256Of(bytes))).toBe(sha256Of(bytes));
  });

  it('answers a piece that was sent to both at once from one, and the other with the conflict', async () => {
    const bytes = photo(2 * megabyte);
    const url = await begin(one, bytes);
    const answers = await Promise.all([one, two].map((server) => patch(server, url, 0, bytes.subarray(0, megabyte))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect(answers.find(({ status }) => status === 409)?.errorCode).toBe('upload_offset');
    expect(await keysBelow('parts/')).toHaveLength(1);
    await patch(two, url, megabyte, bytes.subarray(megabyte));
    expect(await sentBy(one, sha256Of(bytes))).toBe(sha256Of(bytes));
  });

  it('is finished once when both are asked to finish it', async () => {
    const bytes = photo(megabyte);
    const url = await begin(one, bytes);
    const held = vi.spyOn(one.services.uploadParts, 'source').mockRejectedValueOnce(new Error('not yet'));
    expect((await patch(one, url, 0, bytes.subarray(0, megabyte / 2))).status).toBe(204);
    expect((await patch(one, url, megabyte / 2, bytes.subarray(megabyte / 2))).status).toBe(500);
    expect(held).toHaveBeenCalled();
    const answers = await Promise.all(
      [one, two, one].map((server) => tus(server, device.token, { method: 'HEAD', url })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await sentBy(two, sha256Of(bytes))).toBe(sha256Of(bytes));
  });

  it('goes when its command is gone, with everything of it', async () => {
    const bytes = photo(2 * megabyte);
    const url = await begin(one, bytes);
    await patch(one, url, 0, bytes.subarray(0, megabyte));
    await patch(two, url, megabyte, bytes.subarray(megabyte, megabyte + 1000));
    await endCommands(one, device);
    expect((await patch(two, url, megabyte + 1000, bytes.subarray(megabyte + 1000))).errorCode).toBe('command_ended');
    expect((await tus(two, device.token, { method: 'DELETE', url })).errorCode).toBe('command_ended');
    await sql`update uploads set created_at = now() - interval '25 hours'`.execute(one.services.db);
    await sweepFiles(two.services);
    expect(await s3.keys()).toEqual([]);
    expect((await sql`select from upload_parts`.execute(one.services.db)).rows).toEqual([]);
  });

  it('whose bytes are not the announced ones is refused, and leaves nothing', async () => {
    const bytes = photo(megabyte);
    const url = await begin(one, bytes);
    await patch(one, url, 0, bytes.subarray(0, 1000));
    const wrong = await patch(two, url, 1000, randomBytes(megabyte - 1000));
    expect(wrong.errorCode).toBe('file_damaged');
    expect([await s3.keys(), await incoming(two)]).toEqual([[], []]);
  });
});

describe('a picture in one request', () => {
  it('is stored with its thumbnail in one step, and sent by any server, whole or in part', async () => {
    const picture = await testPicture((seed += 1));
    const put = vi.spyOn(one.services.uploadParts, 'source');
    const { error } = await sendSmall(one, device, picture, announce(picture, await openCommand(one, device)));
    expect(error).toBe('');
    expect(await put.mock.results[0]?.value).toEqual(expect.stringContaining('incoming'));
    const sha256 = sha256Of(picture);
    const key = `blobs/${await storedName(one, sha256)}`;
    expect(await s3.keys()).toEqual([key, `${key}.thumbnail`]);
    const ticket = await contentTicketFor(two, one.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
    const part = await fetchContent(two, { ticket, sha256 }, { range: 'bytes=2-5' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, picture.subarray(2, 6)]);
    const small = await fetchContent(two, { ticket, sha256, variant: 'thumbnail' });
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect((await small.arrayBuffer()).byteLength).toBeGreaterThan(100);
    expect([await incoming(one), await incoming(two)]).toEqual([[], []]);
  });

  it('of a type that is not allowed never reaches the bucket', async () => {
    const paper = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(1000)]);
    const { errorCode } = await sendSmall(
      one,
      device,
      paper,
      announce(paper, await openCommand(one, device, 'UPDATE_APPS')),
    );
    expect(errorCode).toBe('file_type_not_allowed');
    expect([await s3.keys(), await incoming(one)]).toEqual([[], []]);
  });

  it('is deleted from the bucket at once when its person leaves, however new it is', async () => {
    const picture = await testPicture((seed += 1));
    await sendSmall(one, device, picture, announce(picture, await openCommand(one, device)));
    await deleteDeviceFiles(one.services.db, device.deviceId);
    await sweepFiles(two.services);
    expect(await s3.keys()).toEqual([]);
  });
});

const chunkInput = (bytes: Buffer, offset: number) => ({
  deviceId: device.deviceId,
  name: 'Film.mp4',
  sha256: sha256Of(bytes),
  size: bytes.length,
  offset,
});
const chunk = (server: TestServer, bytes: Buffer, from: number, to = bytes.length) =>
  sendForm(server, uploadChunk, chunkInput(bytes, from), bytes.subarray(from, to), one.admin.token);
const exists = async (server: TestServer, bytes: Buffer) => {
  const wanted = { deviceId: device.deviceId, sha256: sha256Of(bytes), size: bytes.length };
  return (await server.api(checkExists, wanted, one.admin.token)).envelope.data;
};

describe('a file of an admin whose chunks go to different servers', () => {
  it('is one file', async () => {
    const bytes = film(3 * megabyte);
    expect((await chunk(one, bytes, 0, megabyte)).envelope.data).toEqual({ received: megabyte, file: null });
    expect((await exists(two, bytes)).received).toBe(megabyte);
    await chunk(two, bytes, megabyte, 2 * megabyte);
    expect((await chunk(one, bytes, 2 * megabyte)).envelope.data.file?.fileHash).toBe(sha256Of(bytes));
    expect((await exists(two, bytes)).exists).toBe(true);
    expect(await s3.keys()).toEqual([`blobs/${await storedName(one, sha256Of(bytes))}`]);
    expect([await incoming(one), await incoming(two)]).toEqual([[], []]);
  });

  it('waits for a chunk that is still on its way to the other server', async () => {
    const bytes = film(2 * megabyte);
    const ahead = chunk(two, bytes, megabyte);
    // It has begun the upload, and found nothing of it.
    await vi.waitFor(
      async () => expect((await sql`select from admin_uploads`.execute(one.services.db)).rows).toHaveLength(1),
      patience,
    );
    expect((await chunk(one, bytes, 0, megabyte)).status).toBe(200);
    expect((await ahead).envelope.data.file?.fileHash).toBe(sha256Of(bytes));
  });

  it('is stored once when the same chunk goes to both', async () => {
    const bytes = film(megabyte);
    await chunk(one, bytes, 0, 1000);
    const answers = await Promise.all([one, two].map((server) => chunk(server, bytes, 1000)));
    const codes = answers.map(({ errorCode }) => errorCode).filter((code) => code !== '' && code !== null);
    for (const code of codes) expect(code).toBe('upload_received');
    expect((await exists(two, bytes)).exists).toBe(true);
    expect((await one.api(cdnList, { deviceId: device.deviceId })).envelope.data).toHaveLength(1);
  });

  it('is refused with its first chunk when its type is not allowed, and says how much it has', async () => {
    const program = Buffer.concat([Buffer.from('\x7fELF'), randomBytes(megabyte)]);
    expect((await chunk(one, program, 0, 1000)).errorCode).toBe('file_type_not_allowed');
    expect(await s3.keys()).toEqual([]);
    const bytes = film(megabyte);
    await chunk(one, bytes, 0, 1000);
    for (const offset of [0, 999]) {
      const { errorCode, error } = await chunk(two, bytes, offset);
      expect([errorCode, error]).toEqual(['upload_received', expect.stringContaining('1000 bytes')]);
    }
  });

  it('goes on after a cut in the middle of a chunk', async () => {
    const bytes = film(4 * megabyte);
    const proxy = await startCuttingProxy(one.url);
    onTestFinished(() => proxy.close());
    proxy.cutAfter(2 * megabyte);
    await expect(chunk({ ...one, url: proxy.url }, bytes, 0)).rejects.toThrow('fetch failed');
    await vi.waitFor(async () => expect((await exists(two, bytes)).received).toBeGreaterThan(megabyte), patience);
    const { received } = await exists(two, bytes);
    expect((await chunk(two, bytes, received)).envelope.data.file?.fileHash).toBe(sha256Of(bytes));
  });
});

describe('an archive of a person', () => {
  it('is made by one server, downloaded from the other, and deleted from the bucket', async () => {
    const { deviceId } = device;
    const picture = await testPicture((seed += 1));
    await sendSmall(one, device, picture, announce(picture, await openCommand(one, device)));
    await one.api(makeArchive, { deviceId, reason: 'Letter of 3 May, signed' });
    const status = async () => (await two.api(archiveStatus, { deviceId }, one.admin.token)).envelope.data;
    await vi.waitFor(async () => expect((await status()).archive?.state).toBe('READY'), patience);
    const { archive, ticket } = (await status()) as { archive: Archive; ticket: string };
    expect(await keysBelow('archives/')).toEqual([`archives/${archive.id}.zip`]);
    const zip = await fetch(new URL(archiveUrl(archive.id, ticket), two.url));
    const bytes = Buffer.from(await zip.arrayBuffer());
    expect([zip.status, bytes.length]).toEqual([200, archive.size]);
    const part = await fetch(new URL(archiveUrl(archive.id, ticket), one.url), { headers: { range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PK\x03\x04']);
    await sql`update device_archives set expires_at = now() - interval '1 minute'`.execute(one.services.db);
    await cleanUpArchives(two.services);
    expect(await keysBelow('archives/')).toEqual([]);
    expect(await incoming(one)).toEqual([]);
  });

  it('whose file is lost can be asked for again', async () => {
    const { deviceId } = device;
    await one.api(makeArchive, { deviceId, reason: 'Letter of 3 May, signed' });
    await vi.waitFor(async () => expect(await keysBelow('archives/')).toHaveLength(1), patience);
    const status = async () => (await one.api(archiveStatus, { deviceId })).envelope.data.archive;
    await vi.waitFor(async () => expect((await status())?.state).toBe('READY'), patience);
    await s3.objects.delete(await keysBelow('archives/'));
    await cleanUpArchives(one.services);
    expect(await status()).toBeNull();
  });
});

describe('a bucket that does not answer', () => {
  let gone: TestServer;
  beforeEach(async () => {
    gone = await startTestServer({ s3: { ...s3.bucket, endpoint: 'http://127.0.0.1:1' }, beside: one });
  });
  afterEach(() => gone.close());

  it('is a 503 for who sends or opens a file, and ends no upload', { tags: 'full' }, async () => {
    const bytes = photo(2 * megabyte);
    const url = await begin(one, bytes);
    await patch(one, url, 0, bytes.subarray(0, megabyte));
    const refused = await patch(gone, url, megabyte, bytes.subarray(megabyte));
    expect([refused.status, refused.errorCode]).toEqual([503, 'unavailable']);
    expect((await patch(two, url, megabyte, bytes.subarray(megabyte))).status).toBe(204);
    const sha256 = sha256Of(bytes);
    const ticket = await contentTicketFor(gone, one.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
    expect((await fetchContent(gone, { ticket, sha256 })).status).toBe(503);
    const input = { deviceId: device.deviceId, name: 'List.csv' };
    const small = await sendForm(gone, uploadFile, input, Buffer.from('a,b\n1,2\n'), one.admin.token);
    expect([small.status, small.errorCode]).toEqual([503, 'unavailable']);
    expect(gone.logLines.join('\n')).toContain('"event":"files.store_unavailable"');
    expect(await incoming(gone)).toEqual([]);
    expect(await sentBy(two, sha256)).toBe(sha256);
  });
});
