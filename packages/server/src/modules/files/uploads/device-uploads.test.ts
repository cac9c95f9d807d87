import { randomBytes } from 'node:crypto';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUploader, openDiskFile, UploadRefused, type OutgoingFile, type UploadFiles } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startCuttingProxy, type CuttingProxy } from '../../../testing/servers/cutting-proxy.ts';
import { joinDevice, type TestDevice } from '../../../testing/test-device.ts';
import {
  endCommands,
  fetchContent,
  openCommand,
  sha256Of,
  testPicture,
  contentTicketFor,
} from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

const megabyte = 1024 * 1024;
let server: TestServer;
let line: CuttingProxy;
let folder: string;
let device: TestDevice;
let commandId: number;
let upload: UploadFiles;
beforeAll(async () => {
  server = await startTestServer();
  line = await startCuttingProxy(server.url);
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-files-'));
});
afterAll(async () => {
  await line.close();
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  server.logLines.length = 0;
  device = await joinDevice(server);
  commandId = await openCommand(server, device);
  upload = createUploader({ serverUrl: line.url, token: device.token }, openDiskFile);
});

const never = new AbortController().signal;

/** The hash of the bytes that the console downloads. */
async function stored(sha256: string): Promise<string> {
  const ticket = await contentTicketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
  const response = await fetchContent(server, { ticket, sha256 });
  return sha256Of(Buffer.from(await response.arrayBuffer()));
}

/** The number of answered requests with this method. */
const requests = (method: string) =>
  server.logLines.filter((text) => text.includes('/files') && text.includes(`"method":"${method}"`)).length;
const created = () => server.logLines.filter((text) => text.includes('"status":201')).length;
const uploads = () => readdir(join(server.services.config.dataDir, 'uploads'));
const used = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed;
const asBytes = (bytes: Uint8Array): OutgoingFile => ({ mimeType: 'image/jpeg', bytes });

describe('the device client', () => {
  it('sends bytes and files from its disk, and gives back their hashes in order', async () => {
    const picture = await testPicture(1);
    const film = randomBytes(8 * megabyte + 5);
    await writeFile(join(folder, 'film'), film);
    const files = [
      asBytes(picture),
      { mimeType: 'video/mp4', path: join(folder, 'film') },
      { mimeType: 'application/octet-stream', bytes: new Uint8Array() },
    ];
    const hashes = await upload(commandId, files, never);
    expect(hashes).toEqual([picture, film, new Uint8Array()].map(sha256Of));
    for (const hash of hashes) expect(await stored(hash)).toBe(hash);
  });

  it('goes on where a broken connection stopped it', async () => {
    const film = randomBytes(10 * megabyte);
    const before = line.cuts;
    line.cutAfter(4.5 * megabyte);
    const [hash = ''] = await upload(commandId, [asBytes(film)], never);
    expect(line.cuts).toBe(before + 1);
    expect(await stored(hash)).toBe(sha256Of(film));
    // It asked for the offset and continued from there.
    expect(requests('HEAD')).toBe(1);
    expect(created()).toBe(1);
  });

  it('learns that a file arrived although the answer was lost', async () => {
    const picture = await testPicture(2);
    const asked = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => asked.mockRestore());
    // The first request asks for missing files; the response to the second one gets lost.
    asked.mockImplementationOnce(async (...request) => {
      const response = await fetch(...request);
      const body = await response.arrayBuffer();
      line.loseNextAnswer();
      return new Response(body, response);
    });
    const [hash = ''] = await upload(commandId, [asBytes(picture)], never);
    expect(await stored(hash)).toBe(sha256Of(picture));
    expect(created()).toBe(1);
  });

  it('sends nothing that the server has from it, and each file once', async () => {
    const pictures = await Promise.all([11, 12, 13].map((seed) => testPicture(seed)));
    const files = [...pictures, ...pictures].map(asBytes);
    const hashes = await upload(commandId, files, never);
    expect(hashes).toEqual([...pictures, ...pictures].map(sha256Of));
    expect(created()).toBe(3);
    await upload(commandId, files, never);
    expect(created()).toBe(3);
  });

  it('takes many files from their source as it goes, and tells how far it is', async () => {
    let made = 0;
    async function* previews(): AsyncGenerator<OutgoingFile> {
      for (; made < 120; made += 1) yield { mimeType: 'text/plain', bytes: Buffer.from(`preview ${made}`) };
    }
    const told: [sent: number, made: number][] = [];
    const hashes = await upload(commandId, previews(), never, {
      onSent: (count) => void told.push([count, made]),
    });
    expect(new Set(hashes).size).toBe(120);
    // Collected at most one group ahead of the uploads.
    expect(told).toEqual([
      [100, 99],
      [120, 120],
    ]);
    const { rows } = await sql<{ count: number }>`
      select count(*) from device_blobs where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows[0]?.count).toBe(120);
  });

  it('stops when the command is cancelled, and leaves nothing behind', async () => {
    const cancel = new AbortController();
    const film = Buffer.alloc(20 * megabyte, 'film');
    const sending = upload(commandId, [asBytes(film)], cancel.signal, {
      // After its first request the device knows the upload's URL and can delete it.
      onBytes: (sent) => sent > 6 * megabyte && cancel.abort(new Error('cancelled')),
    });
    await expect(sending).rejects.toThrow('cancelled');
    expect(created()).toBe(1);
    await vi.waitFor(async () => expect(await uploads()).toEqual([]));
  });

  it('gives up at once when it is refused, in the words of the server and without its token', async () => {
    await endCommands(server, device);
    const refused = await upload(commandId, [asBytes(await testPicture(3))], never).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UploadRefused);
    expect(refused).toMatchObject({ code: 'command_ended', message: 'This command has already ended.' });
    commandId = await openCommand(server, device, 'CAPTURE_PHOTO');
    const program = await upload(commandId, [asBytes(Buffer.from('MZ'))], never).catch((error: unknown) => error);
    expect(program).toMatchObject({ code: 'file_type_not_allowed', message: 'File type not allowed' });
    expect(JSON.stringify([refused, program], Object.getOwnPropertyNames(Error.prototype))).not.toContain(device.token);
    expect((program as Error).cause).toBeFalsy();
  });

  it('says so when a file cannot be read', async () => {
    const nowhere = { mimeType: 'image/jpeg', path: join(folder, 'nowhere') };
    await expect(upload(commandId, [nowhere], never)).rejects.toThrow('ENOENT');
    const browser = createUploader({ serverUrl: line.url, token: device.token });
    await expect(browser(commandId, [nowhere], never)).rejects.toThrow('no files on a disk');
  });
});

describe('a large file', { tags: 'full' }, () => {
  it('passes through the server and the device without filling their memory', async () => {
    const size = 200 * megabyte;
    const path = join(folder, 'large');
    const handle = await open(path, 'w');
    await handle.truncate(size);
    await handle.write(Buffer.from('the end'), 0, 7, size - 7);
    await handle.close();
    const before = used();
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, used() - before)), 5);
    try {
      const direct = createUploader({ serverUrl: server.url, token: device.token }, openDiskFile);
      const [hash = ''] = await direct(commandId, [{ mimeType: 'video/mp4', path }], never);
      const ticket = await contentTicketFor(server, server.admin, { deviceId: device.deviceId, capability: 'GALLERY' });
      const response = await fetchContent(server, { ticket, sha256: hash }, { range: `bytes=${size - 7}-` });
      expect([response.status, await response.text()]).toEqual([206, 'the end']);
    } finally {
      clearInterval(watch);
    }
    expect(peak).toBeLessThan(size / 2);
  });
});
