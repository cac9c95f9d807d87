import {
  auditList,
  cdnList,
  deleteFile,
  deviceCommands,
  errorText,
  fileHistory,
  files,
  limits,
  notificationList,
  offersWithout,
  sendFile,
  type Command,
  type StepType,
} from '@fairwatch/contract';
import { folderActs, MemoryFolder, type Entry } from '@fairwatch/device';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { auditOf } from '../../../testing/person.ts';
import { startCuttingProxy } from '../../../testing/servers/cutting-proxy.ts';
import { announce, openCommand, sendSmall, sha256Of, testPicture } from '../../../testing/samples/test-files.ts';
import { awaitStatus, joinDevice, RawDevice, type TestDevice } from '../../../testing/test-device.ts';
import { useDevices, useTestServer } from '../../../testing/servers/use-server.ts';

const server = useTestServer();
const devices = useDevices(server);
const offers = offersWithout({});
const gone = 'This file is no longer on the device.';
const patience = { interval: 20 };

let device: TestDevice;
let folder: MemoryFolder;

const bytesOf = (path: string) => Buffer.from(`The text of ${path}`);
const file = (path: string): Entry => ({
  key: path,
  path,
  modifiedAt: new Date('2026-11-01T08:00:00Z'),
  file: { mimeType: 'text/plain', size: bytesOf(path).length, make: async () => bytesOf(path) },
});

beforeEach(async () => {
  device = await joinDevice(server);
  folder = new MemoryFolder(['a.txt', 'b.txt', 'c.txt'].map(file));
});

/** Connects the real client, and has the server read its folder. */
async function connect(): Promise<void> {
  devices.start(device, { offers, collectors: { files: () => folder.list() }, acts: folderActs(folder) });
  await awaitStatus(server, device.deviceId, 'Online');
  await server.api(files.update, { deviceId: device.deviceId });
  await ended('DONE');
}

async function ended(step: StepType): Promise<Command> {
  return await vi.waitFor(async () => {
    const { envelope } = await server.api(fileHistory, { deviceId: device.deviceId });
    expect(envelope.data[0]?.stepType).toBe(step);
    return envelope.data[0] as Command;
  }, patience);
}

const listed = async () =>
  (await server.api(files.list, { deviceId: device.deviceId })).envelope.data.map(({ name }) => name).toSorted();
const stored = async () =>
  (await server.api(cdnList, { deviceId: device.deviceId })).envelope.data
    .map(({ filePath, fileHash }) => [filePath, fileHash])
    .toSorted();
/** The sentence of the latest command in the device's log. */
const logged = async () => {
  const { envelope } = await server.api(auditList, { deviceId: device.deviceId, action: 'COMMAND' });
  return envelope.data[0]?.subject;
};
const send = (paths: string[]) => server.api(sendFile, { deviceId: device.deviceId, paths });
const remove = (paths: string[]) => server.api(deleteFile, { deviceId: device.deviceId, paths });

describe('a request for several files', () => {
  it('brings each under its path, and the log names each', async () => {
    await connect();
    const asked = await send(['a.txt', 'b.txt', 'a.txt']);
    expect(asked.envelope.data.details).toMatchObject({ object: 'a.txt, b.txt', count: 2 });
    expect(await ended('DONE')).toMatchObject({ errorDetails: null });
    expect(await stored()).toEqual([
      ['a.txt', sha256Of(bytesOf('a.txt'))],
      ['b.txt', sha256Of(bytesOf('b.txt'))],
    ]);
    expect(await logged()).toBe('fetched 2 files (a.txt, b.txt)');
  });

  it('of which some are gone is done, and says which and why', async () => {
    await connect();
    await folder.remove('b.txt');
    await send(['a.txt', 'b.txt', 'c.txt']);
    expect((await ended('DONE')).errorDetails).toBe(`1 of 3 failed: b.txt: ${gone}`);
    expect((await stored()).map(([path]) => path)).toEqual(['a.txt', 'c.txt']);
    expect(await logged()).toBe('asked to fetch 3 files (a.txt, b.txt, c.txt) (1 of 3 failed)');
  });

  it('notifies its admin of how many failed, without their names, since a notification outlives the sharing', async () => {
    const owner = await server.createAdmin({ access: 'FULL_ACCESS' });
    device = await joinDevice(server, { ownerId: owner.userId });
    await connect();
    await folder.remove('b.txt');
    await server.api(sendFile, { deviceId: device.deviceId, paths: ['a.txt', 'b.txt'] }, owner.token);
    await vi.waitFor(async () => {
      const { envelope } = await server.api(notificationList, { filter: { type: 'COMMAND_DONE' } }, owner.token);
      expect(envelope.data.map(({ message }) => message)).toEqual([expect.stringMatching(/: 1 of 2 failed$/)]);
    }, patience);
  });

  it('of which all are gone fails with all reasons', async () => {
    await connect();
    await folder.remove('a.txt');
    await folder.remove('b.txt');
    await send(['a.txt', 'b.txt']);
    expect((await ended('FAILED')).errorDetails).toBe(`2 of 2 failed: a.txt: ${gone}; b.txt: ${gone}`);
    expect(await stored()).toEqual([]);
  });

  it('names no file in its error to who may not see files, and while files are not shared', async () => {
    const owner = await server.createAdmin({ role: 'ADMIN', access: { OVERVIEW: 'READ_ONLY' } });
    device = await joinDevice(server, { ownerId: owner.userId });
    await connect();
    await folder.remove('b.txt');
    await send(['a.txt', 'b.txt']);
    await ended('DONE');
    const errorFor = async (token?: string) => {
      const { envelope } = await server.api(deviceCommands, { deviceId: device.deviceId }, token);
      return envelope.data[0]?.errorDetails;
    };
    expect(await errorFor()).toBe(`1 of 2 failed: b.txt: ${gone}`);
    expect(await errorFor(owner.token)).toBe('1 of 2 failed');
    await sql`update devices set capabilities = '{CONTACTS}' where id = ${device.deviceId}`.execute(server.services.db);
    expect(await errorFor()).toBe('1 of 2 failed');
  });
});

describe('a request to delete several files', () => {
  it('removes those that were deleted from the list, and keeps those that were not', async () => {
    await connect();
    await folder.remove('b.txt');
    await remove(['a.txt', 'b.txt']);
    expect((await ended('DONE')).errorDetails).toBe(`1 of 2 failed: b.txt: ${gone}`);
    expect(await listed()).toEqual(['b.txt', 'c.txt']);
    expect((await folder.list()).map(({ name }) => name)).toEqual(['c.txt']);
  });
});

describe('a list', () => {
  it('has at most 50 files, and is given instead of one', async () => {
    const many = Array.from({ length: limits.run.filesPerCommand + 1 }, (_, place) => `${place}.txt`);
    const { deviceId } = device;
    for (const input of [{ paths: many }, { paths: [] }, { path: 'a.txt', paths: ['b.txt'] }, {}]) {
      const answer = await server.api(deleteFile, { deviceId, ...input });
      expect([answer.status, answer.errorCode]).toEqual([400, 'invalid_input']);
    }
    const raw = new RawDevice(server);
    await raw.hello(device.token, { offers });
    expect((await send(many.slice(1))).status).toBe(200);
    expect((await raw.next('command')).params).toEqual({ paths: many.slice(1) });
    const sentence = await logged();
    for (const path of many.slice(1)) expect(sentence).toContain(path);
    raw.socket.close();
  });

  it.each([
    ['told no offers', {}],
    ['offers files one at a time', { offers: { commands: offers.commands, refusals: {} } }],
  ])('is refused for a client that %s, unless it names one file', async (_, hello) => {
    const raw = new RawDevice(server);
    await raw.hello(device.token, hello);
    const refused = await send(['a.txt', 'b.txt']);
    expect([refused.status, refused.errorCode]).toEqual([409, 'lists_not_offered']);
    const entries = await auditOf(server, device);
    expect(entries.find(({ action }) => action === 'REFUSED_COMMAND')?.details).toMatchObject({
      object: 'a.txt, b.txt',
      count: 2,
      reason: 'lists_not_offered',
    });
    expect((await remove(['a.txt'])).status).toBe(200);
    expect((await raw.next('command')).params).toEqual({ path: 'a.txt' });
    raw.socket.close();
  });

  it('fails when the person has changed to a client that does not take it', async () => {
    const modern = new RawDevice(server);
    await modern.hello(device.token, { offers });
    modern.socket.close();
    await awaitStatus(server, device.deviceId, 'Offline');
    expect((await send(['a.txt', 'b.txt'])).status).toBe(200);
    const old = new RawDevice(server);
    await old.hello(device.token);
    expect((await ended('FAILED')).errorDetails).toBe(errorText('lists_not_offered'));
    expect(old.frames.filter(({ type }) => type === 'command')).toEqual([]);
    old.socket.close();
  });
});

/** Connects a client whose frames the test sends, and gives it a command for these files. */
async function given(ask: () => Promise<unknown>) {
  const raw = new RawDevice(server);
  await raw.hello(device.token, { offers });
  await ask();
  const { commandId } = await raw.next('command');
  return { raw, commandId };
}

describe('an answer about several files', () => {
  it('that comes again over a new connection changes nothing twice', async () => {
    const { raw, commandId } = await given(() => send(['a.txt', 'b.txt']));
    const picture = await testPicture(1);
    const sha256 = sha256Of(picture);
    await sendSmall(server, device, picture, announce(picture, commandId));
    raw.socket.close();
    await raw.closed;
    const again = new RawDevice(server);
    await again.hello(device.token, { offers });
    expect((await again.next('command')).commandId).toBe(commandId);
    const answer = () => {
      again.send({ type: 'rows', commandId, batch: 0, rows: [{ key: '0', sha256 }] });
      again.send({ type: 'result', commandId, batches: 1, problems: [{ index: 1, reason: gone }] });
    };
    answer();
    await ended('DONE');
    answer();
    // The server handles frames in order, so it has handled the second answer when it has answered this one.
    again.send({ type: 'ping' });
    await again.next('pong');
    expect(await stored()).toEqual([['a.txt', sha256]]);
    expect((await ended('DONE')).errorDetails).toBe(`1 of 2 failed: b.txt: ${gone}`);
    again.socket.close();
  });

  it('that was cut in the middle is finished by the client after it has reconnected', async () => {
    let opened = 0;
    const held = Promise.withResolvers<void>();
    const slow: Entry = {
      ...file('b.txt'),
      file: {
        mimeType: 'text/plain',
        size: bytesOf('b.txt').length,
        make: async () => {
          opened += 1;
          await held.promise;
          return bytesOf('b.txt');
        },
      },
    };
    folder = new MemoryFolder([file('a.txt'), slow, file('c.txt')]);
    const proxy = await startCuttingProxy(server.url);
    onTestFinished(() => proxy.close());
    devices.start(device, { serverUrl: proxy.url, offers, collectors: {}, acts: folderActs(folder) });
    await awaitStatus(server, device.deviceId, 'Online');
    await send(['a.txt', 'b.txt', 'c.txt']);
    await vi.waitFor(() => expect(opened).toBe(1), patience);
    proxy.cutAll();
    await awaitStatus(server, device.deviceId, 'Offline');
    held.resolve();
    await ended('DONE');
    expect((await stored()).map(([path]) => path)).toEqual(['a.txt', 'b.txt', 'c.txt']);
    expect(opened).toBe(1);
  });

  it.each([
    [
      'reports a file that the command does not name',
      [{ index: 2, reason: gone }],
      [],
      'that the command does not name',
    ],
    [
      'reports a file twice',
      [
        { index: 0, reason: gone },
        { index: 0, reason: gone },
      ],
      [],
      'that the command does not name',
    ],
    ['is silent about a file', [{ index: 0, reason: gone }], [], 'did not say what became of each file'],
    ['names a file that it did not send', [{ index: 0, reason: gone }], ['1'], 'sent no file'],
  ])('that %s is refused', async (_, problems, sent, reason) => {
    const { raw, commandId } = await given(() => send(['a.txt', 'b.txt']));
    const rows = sent.map((key) => ({ key, sha256: 'a'.repeat(64) }));
    if (rows.length > 0) raw.send({ type: 'rows', commandId, batch: 0, rows });
    raw.send({ type: 'result', commandId, batches: Math.min(1, rows.length), problems });
    expect((await ended('FAILED')).errorDetails).toContain(reason);
    expect(await stored()).toEqual([]);
    raw.socket.close();
  });

  it('that reports every file as failed fails the command', async () => {
    const { raw, commandId } = await given(() => remove(['a.txt', 'b.txt']));
    const problems = [0, 1].map((index) => ({ index, reason: `No ${index}\u0000` }));
    raw.send({ type: 'result', commandId, batches: 0, problems });
    expect((await ended('FAILED')).errorDetails).toContain('2 of 2 failed: a.txt: No 0');
    raw.socket.close();
  });

  it('brings as many files as the command names, and no more', async () => {
    const commandId = await openCommand(server, device, 'SEND_FILE', { paths: ['a.txt', 'b.txt'] });
    const pictures = await Promise.all([1, 2, 3].map((seed) => testPicture(seed)));
    const answers = [];
    for (const picture of pictures)
      answers.push(await sendSmall(server, device, picture, announce(picture, commandId)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 409]);
    expect(answers[2]?.errorCode).toBe('file_not_wanted');
  });

  it('brings files of the sizes that the list shows', async () => {
    const [one, other, third] = await Promise.all([testPicture(1), testPicture(2, 700), testPicture(3, 900)]);
    for (const [name, { length }] of [['a.txt', one] as const, ['b.txt', other] as const]) {
      await sql`
        insert into files (device_id, key, parent, name, folder, size, mime_type, modified_at)
        values (${device.deviceId}, ${name}, '', ${name}, false, ${length}, 'text/plain', now())`.execute(
        server.services.db,
      );
    }
    const commandId = await openCommand(server, device, 'SEND_FILE', { paths: ['a.txt', 'b.txt'] });
    const refused = await sendSmall(server, device, third, announce(third, commandId));
    expect([refused.status, refused.errorCode]).toEqual([409, 'file_not_wanted']);
    expect(refused.error).toContain('none of the files that were asked for has that size');
    for (const picture of [one, other]) {
      expect((await sendSmall(server, device, picture, announce(picture, commandId))).status).toBe(201);
    }
  });
});
