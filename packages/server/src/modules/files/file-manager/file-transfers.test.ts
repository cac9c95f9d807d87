import { randomBytes } from 'node:crypto';
import {
  deviceContentUrl,
  downloadFile,
  fileHistory,
  files,
  receiveFiles,
  sendFile,
  uploadChunk,
  type CdnFile,
} from '@fairwatch/contract';
import { folderActs, MemoryFolder, type DeviceClient, type Entry } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceTables } from '../../../device-features.ts';
import { sweepFiles } from '../content/sweep-files.ts';
import { applyRetention } from '../../device-data/retention/retention.ts';
import { startCuttingProxy } from '../../../testing/servers/cutting-proxy.ts';
import { awaitStatus, joinDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import { openCommand, sha256Of, storedName } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

const megabyte = 1024 * 1024;
let server: TestServer;
let device: TestDevice;
let client: DeviceClient | null;
let folder: MemoryFolder;
const day = new Date('2026-11-01T08:00:00Z');
const directory = (path: string): Entry => ({ key: path, path, modifiedAt: day, file: null });
const film = (size: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), randomBytes(size - 12)]);

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  device = await joinDevice(server);
  folder = new MemoryFolder([directory('Download')]);
  client = null;
});
afterEach(() => client?.stop());
afterAll(() => server.close());

async function connect(serverUrl = server.url): Promise<void> {
  client = startDevice({ url: serverUrl }, device, {
    collectors: { files: () => folder.list() },
    acts: folderActs(folder),
  });
  await awaitStatus(server, device.deviceId, 'Online');
}

async function upload(bytes: Buffer, name = 'Film.mp4'): Promise<CdnFile> {
  const input = { deviceId: device.deviceId, name, sha256: sha256Of(bytes), size: bytes.length };
  for (let offset = 0; ;) {
    const body = bytes.subarray(offset, offset + 8 * megabyte);
    const { received, file } = (await sendForm(server, uploadChunk, { ...input, offset }, body)).envelope.data;
    if (file) return file;
    offset = received;
  }
}

const receive = (into: string, wanted: { id: number; name: string }[]) =>
  server.api(receiveFiles, { deviceId: device.deviceId, folder: into, files: wanted });

async function ended(step: 'DONE' | 'FAILED') {
  return await vi.waitFor(
    async () => {
      const [command] = (await server.api(fileHistory, { deviceId: device.deviceId })).envelope.data;
      expect(command?.stepType).toBe(step);
      return command;
    },
    { interval: 20 },
  );
}

async function rowsIn(parent: string) {
  const { envelope } = await server.api(files.list, { deviceId: device.deviceId, filter: { parent } });
  return envelope.data.map(({ name, size }) => [name, size]);
}

/** The hash of a file on the device, which the device sends back. */
async function hashOnDevice(path: string): Promise<string> {
  const [before] = (await server.api(fileHistory, { deviceId: device.deviceId })).envelope.data;
  await server.api(sendFile, { deviceId: device.deviceId, path });
  await vi.waitFor(async () => expect((await ended('DONE'))?.id).not.toBe(before?.id), { interval: 20 });
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from cdn_files where device_id = ${device.deviceId} and path = ${path}`.execute(server.services.db);
  return rows[0]?.sha256 ?? '';
}

describe('files for a device', () => {
  it('come into its folder with the same bytes, and into the list by themselves', async () => {
    const [one, other] = [film(3 * megabyte), film(5000)];
    const stored = [await upload(one), await upload(other, 'Short “film” ✓.mp4')];
    await connect();
    await receive(
      'Download',
      stored.map(({ id, fileName: name }) => ({ id, name })),
    );
    expect(await ended('DONE')).toMatchObject({ commandTypeEnum: 'RECEIVE_FILES' });
    expect(await rowsIn('Download')).toEqual([
      ['Film.mp4', one.length],
      ['Short “film” ✓.mp4', other.length],
    ]);
    expect(await hashOnDevice('Download/Film.mp4')).toBe(sha256Of(one));
  });

  it('keep both where a name is taken, also within one command', async () => {
    const { id } = await upload(film(5000));
    await connect();
    const twice = [
      { id, name: 'Film.mp4' },
      { id, name: 'Film.mp4' },
    ];
    await receive('', twice);
    await ended('DONE');
    expect(await rowsIn('')).toEqual([
      ['Film (2).mp4', 5000],
      ['Film.mp4', 5000],
    ]);
  });

  it('go on where a broken connection stopped them', async () => {
    const bytes = film(9 * megabyte);
    const { id } = await upload(bytes);
    const proxy = await startCuttingProxy(server.url);
    proxy.cutAnswerAfter(4 * megabyte);
    await connect(proxy.url);
    await receive('Download', [{ id, name: 'Film.mp4' }]);
    await ended('DONE');
    expect(proxy.cuts).toBeGreaterThan(0);
    expect(await hashOnDevice('Download/Film.mp4')).toBe(sha256Of(bytes));
    await client?.stop();
    await proxy.close();
  });

  it('come all or none: of a file that is gone meanwhile nothing is written', async () => {
    const [kept, lost] = [await upload(film(5000)), await upload(film(6000), 'Lost.mp4')];
    await receive('', [
      { id: kept.id, name: 'Kept.mp4' },
      { id: lost.id, name: 'Lost.mp4' },
    ]);
    await sql`delete from uploaded_files where id = ${lost.id}`.execute(server.services.db);
    await connect();
    expect((await ended('FAILED'))?.errorDetails).toBe('This file does not exist.');
    expect((await folder.list()).map(({ name }) => name)).toEqual(['Download']);
  });

  it('say why they cannot be written', async () => {
    const { id } = await upload(film(5000));
    await connect();
    await receive('Gone', [{ id, name: 'Film.mp4' }]);
    expect((await ended('FAILED'))?.errorDetails).toBe('This folder is no longer on the device.');
  });

  it('are only those that are stored for this device', async () => {
    const { id } = await upload(film(5000));
    device = await joinDevice(server);
    expect((await receive('', [{ id, name: 'Film.mp4' }])).errorCode).toBe('file_not_found');
    expect((await receive('', [{ id: 999_999, name: 'Film.mp4' }])).errorCode).toBe('file_not_found');
    expect((await receive('', [])).errorCode).toBe('invalid_input');
  });
});

/** Fetches a file as a device does. */
const get = (commandId: number, hash: string, token = device.token) =>
  fetch(new URL(deviceContentUrl(commandId, hash), server.url), { headers: { authorization: `Bearer ${token}` } });

describe('what a device fetches', () => {
  it('is what an open command of its own names, while its person shares files', async () => {
    const bytes = film(5000);
    const { id } = await upload(bytes);
    const unnamed = await upload(film(6000), 'Other.mp4');
    const { envelope } = await receive('', [{ id, name: 'Film.mp4' }]);
    const commandId = envelope.data.id;
    const hash = sha256Of(bytes);
    expect(sha256Of(Buffer.from(await (await get(commandId, hash)).arrayBuffer()))).toBe(hash);
    expect((await get(commandId, unnamed.fileHash)).status).toBe(404);
    expect((await get(commandId, hash, server.admin.token)).status).toBe(401);
    const other = await joinDevice(server);
    expect((await get(commandId, hash, other.token)).status).toBe(404);
    const { db } = server.services;
    await sql`update devices set paused_at = now() where id = ${device.deviceId}`.execute(db);
    expect((await get(commandId, hash)).status).toBe(403);
    await sql`update devices set paused_at = null where id = ${device.deviceId}`.execute(db);
    await openCommand(server, device);
    expect((await get(commandId, hash)).status).toBe(409);
  });
});

describe('a stored file', () => {
  it('[SPEC 7.39] has a link that a browser fetches, from any byte on', async () => {
    const bytes = film(5000);
    const { id } = await upload(bytes, 'Ünï “quoted”.mp4');
    const { url, fileName } = (await server.api(downloadFile, { deviceId: device.deviceId, id })).envelope.data;
    expect(fileName).toBe('Ünï “quoted”.mp4');
    const response = await fetch(new URL(url, server.url), { headers: { range: 'bytes=4000-' } });
    expect(response.status).toBe(206);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(4000));
  });

  it('goes with its days, and when the person leaves, with its bytes', async () => {
    const { db, blobs } = server.services;
    const [old, left] = [await upload(film(5000)), await upload(film(6000), 'Left.mp4')];
    const [oldName, leftName] = [await storedName(server, old.fileHash), await storedName(server, left.fileHash)];
    await sql`update uploaded_files set received_at = now() - interval '91 days' where id = ${old.id}`.execute(db);
    await applyRetention(server.services, deviceTables);
    await sweepFiles(server.services);
    expect([await blobs.stat(oldName, 'full'), (await blobs.stat(leftName, 'full'))?.size]).toEqual([null, 6000]);
    await connect();
    await client?.leave();
    // Leaving starts the sweep of unreferenced blobs.
    await vi.waitFor(async () => expect(await blobs.stat(leftName, 'full')).toBeNull());
    client = null;
  });

  it('stays as long as somebody else has the same bytes', async () => {
    const bytes = film(5000);
    const { id, fileHash } = await upload(bytes);
    device = await joinDevice(server);
    await upload(bytes);
    await sql`delete from uploaded_files where id = ${id}`.execute(server.services.db);
    await sweepFiles(server.services);
    expect((await server.services.blobs.stat(await storedName(server, fileHash), 'full'))?.size).toBe(5000);
  });
});
