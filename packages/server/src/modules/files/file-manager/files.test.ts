import {
  auditList,
  cdnList,
  createFolder,
  deleteFile,
  downloadFolder,
  fileHistory,
  files,
  fileLinks,
  folderContentUrl,
  renameFile,
  sendFile,
} from '@fairwatch/contract';
import { folderActs, MemoryFolder, type DeviceClient, type Entry } from '@fairwatch/device';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitStatus, joinDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import { fetchContent, sha256Of, contentTicketFor } from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { unzip } from '../../../testing/samples/unzip.ts';

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

const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const fetchFolder = (url: string | null) => fetch(new URL(url ?? '', server.url));

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
    const { ticket } = (await server.api(fileLinks, { deviceId })).envelope.data;
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

  it('shows folders before files in every order, also when it is read by cursor', async () => {
    const { deviceId } = device;
    folder.add(file('aaa.txt', Buffer.alloc(500, 'a')));
    folder.add(directory('zzz'));
    await server.api(files.update, { deviceId });
    await vi.waitFor(async () => expect(await namesIn('')).toEqual(['Notes', 'zzz', 'aaa.txt', 'readme.md']));
    const sorted = async (input: object) =>
      (await server.api(files.list, { deviceId, filter: { parent: '' }, ...input })).envelope;
    const down = { sortBy: 'name', sortDirection: 'desc' } as const;
    expect(namesOf((await sorted(down)).data)).toEqual(['zzz', 'Notes', 'readme.md', 'aaa.txt']);
    expect(namesOf((await sorted({ sortBy: 'size', sortDirection: 'desc' })).data).slice(2)).toEqual([
      'aaa.txt',
      'readme.md',
    ]);
    for (const order of [{}, down]) {
      const read: string[] = [];
      let after: string | undefined = '';
      for (let page = 1; after !== undefined; page += 1) {
        const { data, meta } = await sorted({ ...order, export: true, page, pageSize: 1, after });
        read.push(...namesOf(data));
        after = meta.pagination?.next;
      }
      expect(read).toEqual(namesOf((await sorted(order)).data));
    }
  });

  it('gets a new folder, which stands in the list at once', async () => {
    const { deviceId } = device;
    await server.api(createFolder, { deviceId, folder: 'Notes', name: 'New “one”' });
    expect(await ended('DONE')).toMatchObject({
      commandTypeEnum: 'CREATE_FOLDER',
      details: { object: 'Notes/New “one”' },
    });
    expect(await namesIn('Notes')).toEqual(['New “one”', 'Old', 'Shopping.txt']);
    expect(await folder.list()).toContainEqual(expect.objectContaining({ name: 'New “one”', folder: true }));
    await server.api(createFolder, { deviceId, folder: '', name: 'readme.md' });
    expect((await ended('FAILED'))?.errorDetails).toBe('There is already a file of this name.');
    const badName = await server.api(createFolder, { deviceId, folder: '', name: '../up' });
    expect(badName.errorCode).toBe('invalid_input');
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

describe('a folder as a ZIP file', () => {
  it('has the files that the server has, says what is missing, and each of them is in the log', async () => {
    const { deviceId } = device;
    const none = (await server.api(downloadFolder, { deviceId, path: 'Notes' })).envelope.data;
    expect(none).toMatchObject({ url: null, total: 2, stored: 0, storedBytes: 0 });
    await server.api(sendFile, { deviceId, path: 'Notes/Old/2024 ✓ “list”.txt' });
    await ended('DONE');
    const { data } = (await server.api(downloadFolder, { deviceId, path: 'Notes' })).envelope;
    expect(data).toMatchObject({
      fileName: 'Notes.zip',
      total: 2,
      stored: 1,
      storedBytes: note.length,
      missing: ['Notes/Shopping.txt'],
    });
    const answer = await fetchFolder(data.url);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('attachment; filename="Notes.zip"');
    const zip = await unzip(Buffer.from(await answer.arrayBuffer()));
    expect([...zip.keys()]).toEqual(['Notes/Old/2024 ✓ “list”.txt', 'Not included.txt']);
    expect(zip.get('Notes/Old/2024 ✓ “list”.txt')).toEqual(note);
    expect(zip.get('Not included.txt')?.toString()).toContain('Notes/Shopping.txt');
    const log = (await server.api(auditList, { deviceId })).envelope.data.map(({ subject }) => subject);
    // Quotes inside a name cannot end the quotes around it.
    expect(log).toContain(`downloaded "Notes/Old/2024 ✓ 'list'.txt"`);
    expect(log).toContain('looked which files of Notes are stored here (0 of 2 files)');
    const root = (await server.api(downloadFolder, { deviceId, path: '' })).envelope.data;
    expect([...(await unzip(Buffer.from(await (await fetchFolder(root.url)).arrayBuffer()))).keys()]).toEqual([
      'Shared folder/Notes/Old/2024 ✓ “list”.txt',
      'Not included.txt',
    ]);
  });

  it('is refused while files are not shared, and by a ticket for something else', async () => {
    const { deviceId } = device;
    await server.api(sendFile, { deviceId, path: 'Notes/Shopping.txt' });
    await ended('DONE');
    const { data } = (await server.api(downloadFolder, { deviceId, path: 'Notes' })).envelope;
    expect((await server.api(downloadFolder, { deviceId, path: 'Gone' })).errorCode).toBe('file_not_found');
    await client.changeGrants(client.grants.capabilities.filter((name) => name !== 'FILES'));
    expect((await server.api(downloadFolder, { deviceId, path: 'Notes' })).errorCode).toBe('consent_missing');
    expect((await fetchFolder(data.url)).status).toBe(403);
    const ticket = await contentTicketFor(server, server.admin, { deviceId, capability: 'GALLERY' });
    expect((await fetchFolder(folderContentUrl({ ticket, path: 'Notes' }))).status).toBe(401);
    expect((await fetchFolder(folderContentUrl({ ticket: 'x', path: '../..' }))).status).toBe(400);
  });
});
