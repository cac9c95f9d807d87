import { cdnList, deleteFile, fileHistory, files, fileTicket, renameFile, sendFile } from '@fairwatch/contract';
import { folderActs, MemoryFolder, type DeviceClient, type Entry } from '@fairwatch/device';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitStatus, joinDevice, startDevice, type TestDevice } from '../../testing/test-device.ts';
import { fetchContent, sha256Of } from '../../testing/test-files.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let device: TestDevice;
let client: DeviceClient;
let folder: MemoryFolder;

const note = Buffer.from('Milk\nBread\n');
const file = (path: string, bytes = note): Entry => ({
  key: path,
  path,
  modifiedAt: new Date('2026-11-01T08:00:00Z'),
  file: { mimeType: 'text/plain', size: bytes.length, make: async () => bytes },
});
const directory = (path: string): Entry => ({
  key: path,
  path,
  modifiedAt: new Date('2026-11-01T08:00:00Z'),
  file: null,
});

beforeAll(async () => {
  server = await startTestServer();
});
beforeEach(async () => {
  device = await joinDevice(server);
  folder = new MemoryFolder([
    directory('Notes'),
    file('Notes/Shopping.txt'),
    directory('Notes/Old'),
    file('Notes/Old/2024 ✓ “list”.txt'),
    file('readme.md'),
  ]);
  client = startDevice(server, device, { collectors: { files: () => folder.list() }, acts: folderActs(folder) });
  await awaitStatus(server, device.deviceId, 'Online');
  await server.api(files.update, { deviceId: device.deviceId });
  await ended('DONE');
});
afterEach(() => client.stop());
afterAll(() => server.close());

async function ended(step: 'DONE' | 'FAILED') {
  return await vi.waitFor(
    async () => {
      const { envelope } = await server.api(fileHistory, { deviceId: device.deviceId });
      const [command] = envelope.data;
      expect(command?.stepType).toBe(step);
      return command;
    },
    { interval: 20 },
  );
}

async function namesIn(parent: string): Promise<string[]> {
  const { envelope } = await server.api(files.list, { deviceId: device.deviceId, filter: { parent } });
  return envelope.data.map(({ name }) => name);
}

describe('the shared folder of a device', () => {
  it('[SPEC 7.33, 7.44] is read folder by folder', async () => {
    expect(await namesIn('')).toEqual(['Notes', 'readme.md']);
    expect(await namesIn('Notes')).toEqual(['Old', 'Shopping.txt']);
    expect(await namesIn('Notes/Old')).toEqual(['2024 ✓ “list”.txt']);
  });

  it('[SPEC 3.22, 7.37, 7.42] sends a file, which the server keeps under its place', async () => {
    const { deviceId } = device;
    await server.api(sendFile, { deviceId, path: 'Notes/Shopping.txt' });
    await ended('DONE');
    const { envelope } = await server.api(cdnList, { deviceId });
    expect(envelope.data).toMatchObject([
      {
        id: expect.any(Number),
        fileName: 'Shopping.txt',
        filePath: 'Notes/Shopping.txt',
        fileHash: sha256Of(note),
        fileExtension: 'txt',
        fileSize: note.length,
        downloadFile: expect.stringContaining(sha256Of(note)),
      },
    ]);
    const { ticket } = (await server.api(fileTicket, { deviceId })).envelope.data;
    const answer = await fetchContent(server, { ticket, sha256: sha256Of(note), saveAs: 'Shopping.txt' });
    expect(await answer.text()).toBe(note.toString());
    expect(answer.headers.get('content-disposition')).toContain('attachment');
  });

  it('[SPEC 7.41] renames a folder with all that lies in it, on the device and here', async () => {
    const { deviceId } = device;
    await server.api(renameFile, { deviceId, path: 'Notes', name: 'Lists and "more"' });
    await ended('DONE');
    expect(await namesIn('')).toEqual(['Lists and "more"', 'readme.md']);
    expect(await namesIn('Lists and "more"/Old')).toEqual(['2024 ✓ “list”.txt']);
    expect(await namesIn('Notes')).toEqual([]);
    expect((await folder.list()).map(({ parent }) => parent)).toContain('Lists and "more"/Old');
  });

  it('[SPEC 7.41] renames back a folder whose name has letters of two code units', async () => {
    const { deviceId } = device;
    await server.api(renameFile, { deviceId, path: 'Notes', name: '📷 Notes' });
    await vi.waitFor(async () => expect(await namesIn('📷 Notes/Old')).toHaveLength(1));
    await server.api(renameFile, { deviceId, path: '📷 Notes', name: 'Notes' });
    await vi.waitFor(async () => expect(await namesIn('')).toEqual(['Notes', 'readme.md']));
    expect(await namesIn('Notes')).toEqual(['Old', 'Shopping.txt']);
    expect(await namesIn('Notes/Old')).toEqual(['2024 ✓ “list”.txt']);
  });

  it('[SPEC 7.40, 7.43] deletes a folder with all that lies in it', async () => {
    await server.api(deleteFile, { deviceId: device.deviceId, path: 'Notes' });
    expect(await ended('DONE')).toMatchObject({ commandTypeEnum: 'DELETE_FILE' });
    expect(await namesIn('')).toEqual(['readme.md']);
    expect(await namesIn('Notes/Old')).toEqual([]);
    expect(await folder.list()).toHaveLength(1);
  });

  it('says why it cannot', async () => {
    const { deviceId } = device;
    await server.api(renameFile, { deviceId, path: 'readme.md', name: 'Notes' });
    expect((await ended('FAILED'))?.errorDetails).toBe('There is already a file of this name.');
    await server.api(sendFile, { deviceId, path: 'gone.txt' });
    await vi.waitFor(async () =>
      expect((await ended('FAILED'))?.errorDetails).toBe('This file is no longer on the device.'),
    );
    expect(await namesIn('')).toEqual(['Notes', 'readme.md']);
  });

  it.each(['', '/', '..', '../x', 'a/../b', '/etc/passwd', 'a//b', 'a\\b', 'a\0b', 'a/.', '\ud800'])(
    'is not left by the path %j',
    async (path) => {
      for (const endpoint of [sendFile, deleteFile]) {
        const answer = await server.api(endpoint, { deviceId: device.deviceId, path });
        expect([answer.status, answer.errorCode]).toEqual([400, 'invalid_input']);
      }
      const answer = await server.api(renameFile, { deviceId: device.deviceId, path: 'readme.md', name: path });
      expect(answer.errorCode).toBe('invalid_input');
    },
  );
});
