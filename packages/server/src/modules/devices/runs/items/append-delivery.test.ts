import { randomUUID } from 'node:crypto';
import { cancelRun, runList, type RunAction } from '@fairwatch/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { findSession } from '../../../../shared/sessions/sessions.ts';
import type { FileDelivery } from '../../../../shared/services/deliveries.ts';
import { joinDevice, type TestDevice } from '../../../../testing/test-device.ts';
import { selected, updateContacts, useRuns } from '../../../../testing/test-runs.ts';
import type { TestAdmin } from '../../../../testing/servers/test-server.ts';
import { useTestServer } from '../../../../testing/servers/use-server.ts';

const server = useTestServer();
const runs = useRuns(server);
let device: TestDevice;
let runClientId: string;
beforeEach(async () => {
  device = await joinDevice(server);
  runClientId = randomUUID();
});

const fileOf = (name: string) => ({ id: 1, name, sha256: name.padEnd(64, '0'), size: 5 });

const paramsOf = (name: string) => ({ folder: 'Inbox', files: [{ name, sha256: name.padEnd(64, '0'), size: 5 }] });

/** Appends a file to the run as an upload does, in a transaction of its own. */
async function deliver(name: string, more: Partial<FileDelivery> = {}, by: TestAdmin = server.admin): Promise<void> {
  const session = await findSession(server.services, by.token);
  if (session === null) throw new Error('The session has ended.');
  const { db, deliveries } = server.services;
  const delivery = { session, deviceId: device.deviceId, runClientId, folder: 'Inbox', file: fileOf(name), ...more };
  await db.transaction().execute((transaction) => deliveries.append(transaction, delivery));
  deliveries.begin(device.deviceId);
}

async function theRun() {
  const { envelope } = await server.api(runList, { filter: { deviceId: device.deviceId } });
  const [run, ...others] = envelope.data;
  if (run === undefined || others.length > 0) throw new Error(`There are ${envelope.data.length} runs.`);
  return run;
}

async function storedItems() {
  const { rows } = await sql<{ params: unknown; state: string }>`
    select params, state from run_items where device_id = ${device.deviceId} order by id`.execute(server.services.db);
  return rows;
}

describe('files that are delivered after their upload', () => {
  it('start a run with the first, are fed in order, and reopen it when another follows', async () => {
    await deliver('a');
    const { id, title } = await theRun();
    expect(title).toBe('Deliver 1 file');
    await deliver('b');
    expect(await theRun()).toMatchObject({
      id,
      title: 'Deliver 2 files',
      state: 'RUNNING',
      device: { id: device.deviceId },
    });
    expect((await storedItems()).map((item) => item.params)).toEqual([paramsOf('a'), paramsOf('b')]);
    await runs.reach(id, 'OPEN');
    await runs.answer(device);
    await runs.reach(id, 'DONE');
    await runs.reach(id, 'OPEN');
    await runs.answer(device);
    expect((await runs.finished(id)).counts).toMatchObject({ DONE: 2 });
    await deliver('c');
    expect(await runs.read(id)).toMatchObject({ title: 'Deliver 3 files', finishedAt: null });
    await runs.reach(id, 'OPEN');
    await runs.answer(device);
    expect((await runs.finished(id)).counts).toMatchObject({ DONE: 3 });
    // The notification waits a while for further files.
    const announced = () => sql`select from notifications where link = ${`/runs/${id}`}`.execute(server.services.db);
    expect((await announced()).rows).toEqual([]);
    await sql`update runs set announce_after = now() where id = ${id}`.execute(server.services.db);
    await server.scheduler.runJobs(5000);
    await expect.poll(async () => (await announced()).rows).toHaveLength(1);
  });

  it('come once, although the answer to an upload was lost and it is repeated, and several at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(names.map((name) => deliver(name)));
    await deliver('a');
    await expect.poll(() => theRun()).toMatchObject({ title: 'Deliver 5 files', counts: { OPEN: 1, WAITING: 4 } });
    await deliver('a', { folder: 'Another' });
    expect(await theRun()).toMatchObject({ title: 'Deliver 6 files' });
  });

  it('are cancelled when the run was', async () => {
    await deliver('a');
    const { id } = await theRun();
    await server.api(cancelRun, { runId: id });
    await runs.finished(id);
    await deliver('b');
    expect(await runs.finished(id)).toMatchObject({ state: 'CANCELLED', counts: { CANCELLED: 2, WAITING: 0 } });
  });

  it('are refused for a run that is for something else', async () => {
    const clientId = runClientId;
    await runs.start({ clientId, selection: selected(device), action: updateContacts });
    await expect(deliver('a')).rejects.toMatchObject({ code: 'invalid_input' });
    const other = await joinDevice(server);
    runClientId = randomUUID();
    await deliver('a', { deviceId: other.deviceId });
    await expect(deliver('b')).rejects.toMatchObject({ code: 'invalid_input' });
  });
});

const start = async (action: RunAction) => (await runs.start({ selection: selected(device), action })).id;
const commands = async (id: number) => {
  const { rows } = await sql<{ type: string; params: unknown }>`
    select command_type as type, params from run_items where run_id = ${id} order by id`.execute(server.services.db);
  return rows;
};
const takesLists = () =>
  sql`update devices set offers = ${JSON.stringify({ commands: ['SEND_FILE', 'DELETE_FILE', 'FETCH_MEDIA'], refusals: {}, lists: true })}::jsonb
    where id = ${device.deviceId}`.execute(server.services.db);
describe('the files of a run', () => {
  const many = Array.from({ length: 51 }, (_, place) => `f${place}`);

  it.each([
    ['SEND_FILES', 'SEND_FILE'],
    ['DELETE_FILES', 'DELETE_FILE'],
  ] as const)('%s are one command each, or lists for a client that takes them', async (action, type) => {
    expect(await commands(await start({ action, paths: ['a', 'b', 'a'] }))).toEqual([
      { type, params: { path: 'a' } },
      { type, params: { path: 'b' } },
    ]);
    await takesLists();
    expect(await commands(await start({ action, paths: many }))).toEqual([
      { type, params: { paths: many.slice(0, 50) } },
      { type, params: { path: 'f50' } },
    ]);
  });

  it('RENAME_FILES are one command each', async () => {
    const renames = [
      { path: 'x/a', name: 'b' },
      { path: 'x/c', name: 'd' },
    ];
    expect(await commands(await start({ action: 'RENAME_FILES', renames }))).toEqual(
      renames.map((params) => ({ type: 'RENAME_FILE', params })),
    );
  });

  it('RECEIVE_FILES name what is stored by its hash', async () => {
    const { db } = server.services;
    const sha256 = 'b'.repeat(64);
    await sql`insert into blobs (sha256, stored_as, size, mime_type, thumbnail)
      values (${sha256}, ${sha256}, 7, 'text/plain', false)`.execute(db);
    const { rows } = await sql<{ id: number }>`
      insert into uploaded_files (device_id, capability, sha256, name, uploaded_by)
      values (${device.deviceId}, 'FILES', ${sha256}, 'b.txt', ${server.admin.userId}) returning id`.execute(db);
    const files = rows.map(({ id: fileId }) => ({ id: fileId, name: 'b.txt' }));
    const id = await start({ action: 'RECEIVE_FILES', folder: 'Inbox', files });
    expect(await commands(id)).toEqual([
      { type: 'RECEIVE_FILES', params: { folder: 'Inbox', files: [{ name: 'b.txt', sha256, size: 7 }] } },
    ]);
    expect((await runs.items(id))[0]?.title).toBe('Add b.txt to Inbox');
  });

  it('FETCH_MEDIA name what the gallery lists by its key', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into gallery (device_id, key, kind, file_name, album, mime_type, width, height, size, taken_at)
      select ${device.deviceId}, 'key-' || n, 'PHOTO', 'IMG_' || n || '.jpg', 'Camera', 'image/jpeg', 1, 1, 1, now()
      from generate_series(1, 2) as n returning id`.execute(server.services.db);
    await takesLists();
    const id = await start({ action: 'FETCH_MEDIA', itemIds: rows.map((row) => row.id) });
    expect(await commands(id)).toEqual([{ type: 'FETCH_MEDIA', params: { keys: ['key-1', 'key-2'] } }]);
    expect((await runs.items(id))[0]?.title).toBe('Fetch 2 photos and videos (IMG_1.jpg, IMG_2.jpg) in full');
  });
});
