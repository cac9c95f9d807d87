import {
  fileHistory,
  files,
  receiveFiles,
  renameFile,
  uploadBase64,
  uploadChunk,
  uploadFile,
  type CommandType,
} from '@fairwatch/contract';
import { folderActs, MemoryFolder, type DeviceClient } from '@fairwatch/device';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hostileNames, oddNames } from '../../../testing/samples/hostile-names.ts';
import { startHostileGateway } from '../../../testing/servers/hostile-gateway.ts';
import { awaitStatus, joinDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import { sha256Of } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

const bytes = Buffer.from('name,amount\nmilk,2\n');
const content = bytes.toString('base64');
const hash = sha256Of(bytes);

/** A device folder with one file. */
function createFolder(): MemoryFolder {
  const file = { mimeType: 'text/csv', size: bytes.length, make: async () => bytes };
  return new MemoryFolder([{ key: 'one', path: 'one.csv', modifiedAt: new Date('2026-11-01T08:00:00Z'), file }]);
}

it('tries at least 60 names', () => {
  expect(new Set(hostileNames.map(([, name]) => name)).size).toBeGreaterThanOrEqual(60);
});

describe('the server', () => {
  let server: TestServer;
  let device: TestDevice;
  let id: number;
  beforeAll(async () => {
    server = await startTestServer();
    device = await joinDevice(server);
    const { deviceId } = device;
    id = (await sendForm(server, uploadFile, { deviceId, name: 'one.csv' }, bytes)).envelope.data.id;
  });
  afterAll(() => server.close());

  it.each(hostileNames)('refuses %s', async (_, name) => {
    const { deviceId } = device;
    const whole = { deviceId, name, sha256: hash, size: bytes.length, offset: 0 };
    const answers = [
      await server.api(receiveFiles, { deviceId, folder: '', files: [{ id, name }] }),
      await server.api(renameFile, { deviceId, path: 'one.csv', name }),
      await server.api(uploadBase64, { deviceId, name, content }),
      // Forms cannot carry lone surrogates: browsers replace them.
      ...(name.isWellFormed()
        ? [
            await sendForm(server, uploadFile, { deviceId, name }, bytes),
            await sendForm(server, uploadChunk, whole, bytes),
          ]
        : []),
    ];
    for (const { status, error } of answers) {
      // 413 for a name that exceeds the size limit of the call.
      expect([400, 413]).toContain(status);
      expect(error).toMatch(/This name is not allowed\.|must not contain the NUL|lone|not valid|^File too large/);
    }
  });

  it('takes odd names as they are, up to the device and back', async () => {
    const folder = createFolder();
    const collectors = { files: () => folder.list() };
    const client = startDevice(server, device, { collectors, acts: folderActs(folder) });
    const { deviceId } = device;
    await awaitStatus(server, deviceId, 'Online');
    await server.api(receiveFiles, { deviceId, folder: '', files: oddNames.map((name) => ({ id, name })) });
    await vi.waitFor(async () => {
      const [command] = (await server.api(fileHistory, { deviceId })).envelope.data;
      expect([command?.stepType, command?.errorDetails]).toEqual(['DONE', null]);
    });
    const { envelope } = await server.api(files.list, { deviceId, pageSize: 500 });
    expect(envelope.data.map(({ name }) => name).toSorted()).toEqual(oddNames.toSorted());
    await client.stop();
  });
});

describe('the device', () => {
  let gateway: Awaited<ReturnType<typeof startHostileGateway>>;
  let client: DeviceClient;
  const folder = createFolder();
  beforeAll(async () => {
    gateway = await startHostileGateway();
    const collectors = { files: () => folder.list() };
    client = startDevice(gateway, { token: 'any' }, { collectors, acts: folderActs(folder) });
  });
  afterAll(async () => {
    await client.stop();
    await gateway.close();
  });

  const refused = { type: 'failed', reason: 'This device does not understand what the command carries.' };

  it.each(hostileNames)('refuses %s, whatever the server says', async (_, name) => {
    const file = { name, sha256: hash, size: bytes.length };
    const tries: [CommandType, Record<string, unknown>][] = [
      ['RECEIVE_FILES', { folder: '', files: [file] }],
      ['RENAME_FILE', { path: 'one.csv', name }],
    ];
    for (const [type, params] of tries) expect(await gateway.command(type, params)).toMatchObject(refused);
  });

  it.each(['..', '../a', '/etc', 'a/../..', 'a\\b', 'a//b', 'a\0b', '\ud800', 'a/.'])(
    'refuses the folder %j, whatever the server says',
    async (path) => {
      const file = { name: 'a.csv', sha256: hash, size: bytes.length };
      const tries: [CommandType, Record<string, unknown>][] = [
        ['RECEIVE_FILES', { folder: path, files: [file] }],
        ['SEND_FILE', { path }],
        ['DELETE_FILE', { path }],
        ['RENAME_FILE', { path, name: 'b' }],
      ];
      for (const [type, params] of tries) expect(await gateway.command(type, params)).toMatchObject(refused);
    },
  );

  it('has nothing in its folder that was not there before', async () => {
    expect((await folder.list()).map(({ name }) => name)).toEqual(['one.csv']);
  });
});
