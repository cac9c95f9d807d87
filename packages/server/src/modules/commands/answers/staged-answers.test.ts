import { existsSync } from 'node:fs';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cancelCommand, contacts } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backUpDataFiles } from '../../installation/backup/data-files.ts';
import { countContacts } from '../../../testing/person.ts';
import {
  awaitStep,
  contactNames,
  joinDevice,
  RawDevice,
  testContact,
  type TestDevice,
} from '../../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

/** The budgets are small, so that a few answers exceed them. */
const memoryMegabytes = 1;
const diskMegabytes = 12;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    stagedAnswersMegabytes: memoryMegabytes,
    stagedAnswersDiskMegabytes: diskMegabytes,
  });
});
afterAll(() => server.close());

const folder = () => join(server.services.config.dataDir, 'staged-answers');
const spooled = async () => (existsSync(folder()) ? await readdir(folder()) : []);

/** Connects a device with an open Update, whose batches the test sends. */
async function answering(on = server) {
  const device = await joinDevice(on);
  const raw = new RawDevice(on);
  await raw.hello(device.token);
  await on.api(contacts.update, { deviceId: device.deviceId });
  const { commandId } = await raw.next('command');
  let batch = 0;
  let key = 0;
  return {
    device,
    raw,
    commandId,
    /** Sends rows of about a kilobyte each. */
    send(batches: number, rowsPerBatch = 200, address = 'x'.repeat(1000)): void {
      for (let sent = 0; sent < batches; sent += 1) {
        const rows = Array.from({ length: rowsPerBatch }, () => ({ ...testContact(String((key += 1))), address }));
        raw.send({ type: 'rows', commandId, batch, rows });
        batch += 1;
      }
    },
    /** Sends one row again. */
    repeat(again: string): void {
      raw.send({ type: 'rows', commandId, batch, rows: [testContact(again)] });
      batch += 1;
    },
    finish: () => raw.send({ type: 'result', commandId, batches: batch }),
  };
}

/** Returns a full batch of contacts with new names that contain a line separator. */
function renamed(batch: number) {
  return Array.from({ length: 500 }, (_, place) => testContact(String(batch * 500 + place + 1), 'New \u2028 name'));
}

const stored = ({ device }: { device: TestDevice }) => countContacts(server, device);
const done = ({ device }: { device: TestDevice }) => awaitStep(server, device.deviceId, 'DONE');
const failed = ({ device }: { device: TestDevice }) => awaitStep(server, device.deviceId, 'FAILED');
/** Returns the bytes of an answer on disk. */
async function spooledBytes({ commandId }: { commandId: number }): Promise<number> {
  const name = (await spooled()).find((each) => each.startsWith(`${commandId}-`));
  return name === undefined ? 0 : (await stat(join(folder(), name))).size;
}
const untilSpooled = (answer: { commandId: number }, bytes = 1) =>
  vi.waitFor(async () => expect(await spooledBytes(answer)).toBeGreaterThanOrEqual(bytes));
const untilEmpty = () => vi.waitFor(async () => expect(await spooled()).toEqual([]));

describe('answers beyond the budget', () => {
  it('wait on disk and arrive complete, while small ones finish', async () => {
    const large = await Promise.all([answering(), answering(), answering()]);
    for (const each of large) each.send(10);
    for (const each of large) await untilSpooled(each);
    const small = await answering();
    small.send(1, 3);
    small.finish();
    await done(small);
    expect(await stored(small)).toBe(3);
    expect(await spooledBytes(small)).toBe(0);
    for (const each of large) expect(await stored(each)).toBe(0);
    for (const each of large) each.finish();
    for (const each of large) await done(each);
    for (const each of large) expect(await stored(each)).toBe(2000);
    await untilEmpty();
  });

  it('replace what was there as a small one would, in steps of one transaction', async () => {
    const before = await answering();
    before.send(1, 2);
    before.finish();
    await done(before);
    await sql`update contacts set name = 'Old', key = 'gone' where device_id = ${before.device.deviceId} and key = '2'`.execute(
      server.services.db,
    );
    await server.api(contacts.update, { deviceId: before.device.deviceId });
    const { commandId } = await before.raw.next('command');
    for (let batch = 0; batch < 21; batch += 1)
      before.raw.send({ type: 'rows', commandId, batch, rows: renamed(batch) });
    before.raw.send({ type: 'result', commandId, batches: 21 });
    await vi.waitFor(async () => expect(await stored(before)).toBe(10_500));
    const names = await contactNames(server, before.device.deviceId);
    expect(new Set(names)).toEqual(new Set(['New \u2028 name']));
  });

  it('fail with a key that is there twice, far apart', async () => {
    const answer = await answering();
    answer.send(12, 200);
    answer.repeat('7');
    answer.send(22, 400, '');
    answer.finish();
    expect((await failed(answer)).errorDetails).toMatch(/key is there twice/);
    expect(await stored(answer)).toBe(0);
    await untilEmpty();
  });

  it.each([
    ['the device disconnects', async ({ raw }: Awaited<ReturnType<typeof answering>>) => raw.socket.terminate()],
    [
      'the command is cancelled',
      async ({ commandId, device: { deviceId } }: Awaited<ReturnType<typeof answering>>) =>
        void (await server.api(cancelCommand, { deviceId, commandId })),
    ],
    ['the person withdraws', async ({ raw }: Awaited<ReturnType<typeof answering>>) => raw.send({ type: 'pause' })],
    [
      'the device gives up',
      async ({ raw, commandId }: Awaited<ReturnType<typeof answering>>) =>
        raw.send({ type: 'failed', commandId, reason: 'No.' }),
    ],
  ])('are deleted when %s', async (_, end) => {
    const answer = await answering();
    answer.send(10);
    await untilSpooled(answer);
    await end(answer);
    await untilEmpty();
    expect(await stored(answer)).toBe(0);
    answer.raw.socket.terminate();
  });

  it('fail with a reason when the disk may hold no more, the largest first', async () => {
    const hog = await answering();
    hog.send(45);
    await untilSpooled(hog, 45 * 200 * 1000);
    const modest = await answering();
    modest.send(15);
    expect((await failed(hog)).errorDetails).toMatch(/no room for this answer/);
    modest.finish();
    await done(modest);
    expect(await stored(modest)).toBe(3000);
    await untilEmpty();
  });
});

it('spooled answers are no part of a backup, and are deleted when the server stops or starts', async () => {
  await mkdir(folder(), { recursive: true });
  await writeFile(join(folder(), '1-1.jsonl'), '[]\n');
  const files = await backUpDataFiles(server.services.config, join(server.services.config.dataDir, 'blobs', 'copy'));
  expect(files.map(({ path }) => path).filter((path) => path.includes('staged'))).toEqual([]);
  const { dataDir } = server.services.config;
  const other = await startTestServer({ dataDir, stagedAnswersMegabytes: memoryMegabytes });
  expect(await spooled()).toEqual([]);
  const answer = await answering(other);
  answer.send(10);
  await untilSpooled(answer);
  await other.close();
  expect(existsSync(folder())).toBe(false);
});
