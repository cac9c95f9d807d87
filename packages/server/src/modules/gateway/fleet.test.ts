import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contacts, deviceList, endDevice, errorText, type Capability } from '@fairwatch/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { awaitStep } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { createPasscodes } from '../devices/passcodes/passcodes.store.ts';

const program = fileURLToPath(new URL('./main.ts', import.meta.resolve('@fairwatch/device')));

let server: TestServer;
let folder: string;
let state: string;
let children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-fleet-'));
  state = join(folder, 'fleet.json');
});
afterEach(async () => {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill();
    await once(child, 'exit');
  }
  children = [];
  // The server notices a moment later that they are gone, and the next test must not count them.
  await untilOnline(0);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Starts the program as the server does, with a channel for passcodes. */
function startFleet(devices: number, file = state) {
  const child = fork(program, ['--url', server.url, '--devices', String(devices), '--state', file], { silent: true });
  children.push(child);
  const asked: number[] = [];
  child.on('message', async (message) => {
    const { count } = message as { count: number };
    asked.push(count);
    child.send({ type: 'passcodes', codes: await createPasscodes(server.services.db, server.admin.userId, count) });
  });
  let log = '';
  child.stdout?.on('data', (data) => (log += String(data)));
  return { child, asked, log: () => log };
}

async function onlineDevices() {
  const { envelope } = await server.api(deviceList, { sortBy: 'id', pageSize: 100 });
  return envelope.data.filter(({ status }) => status === 'Online');
}

const untilOnline = (count: number) => vi.waitFor(async () => expect(await onlineDevices()).toHaveLength(count));

/** Runs the program with arguments that it cannot use; resolves with its exit code and the number of lines it says why in. */
async function refusalOf(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  children.push(child);
  let errors = '';
  child.stderr?.on('data', (data) => (errors += String(data)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, lines: errors.trim().split('\n').length };
}

describe('the fleet of simulated phones', () => {
  it('joins with passcodes from its parent, answers, and is back without joining again', async () => {
    const first = startFleet(8);
    await untilOnline(8);
    expect(first.asked).toEqual([8]);
    const devices = await onlineDevices();
    const [phone] = devices;
    if (!phone) throw new Error('There is no phone.');
    await server.api(contacts.update, { deviceId: phone.id });
    await awaitStep(server, phone.id, 'DONE');
    const { envelope } = await server.api(contacts.list, { deviceId: phone.id });
    expect(envelope.meta.pagination?.totalItems).toBeGreaterThanOrEqual(40);
    // The phone shows who requested what.
    await vi.waitFor(() => expect(first.log()).toContain(`${server.admin.username} asked for Contacts: shared`));
    // One person of the fleet does not share contacts.
    const answers = await Promise.all(devices.map(({ id }) => server.api(contacts.list, { deviceId: id })));
    expect(answers.filter(({ errorCode }) => errorCode === 'consent_missing')).toHaveLength(1);

    first.child.kill('SIGTERM');
    expect(await once(first.child, 'exit')).toEqual([0, null]);
    await untilOnline(0);

    const second = startFleet(9);
    await untilOnline(9);
    expect(second.asked).toEqual([1]);
    expect((await onlineDevices()).slice(0, 8).map(({ id }) => id)).toEqual(devices.map(({ id }) => id));
    second.child.disconnect();
    expect(await once(second.child, 'exit')).toEqual([0, null]);
  });

  it('does not share again what was taken back before it was stopped', { tags: 'full' }, async () => {
    const { db } = server.services;
    const file = join(folder, 'remembers.json');
    const stopped = async ({ child }: ReturnType<typeof startFleet>) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await untilOnline(0);
    };
    const first = startFleet(1, file);
    await untilOnline(1);
    const [phone] = await onlineDevices();
    if (!phone) throw new Error('There is no phone.');
    await stopped(first);

    const share = (capabilities: Capability[]) =>
      db.updateTable('devices').set({ capabilities }).where('id', '=', phone.id).execute();
    await share(['LOCATION']);
    const second = startFleet(1, file);
    await untilOnline(1);
    await vi.waitFor(async () => expect(await readFile(file, 'utf8')).toContain('"capabilities"'));
    await stopped(second);

    // The person withdrew it, whatever the server believes.
    await share(['CONTACTS', 'LOCATION']);
    startFleet(1, file);
    await untilOnline(1);
    await server.api(contacts.update, { deviceId: phone.id });
    const refused = await awaitStep(server, phone.id, 'FAILED');
    expect(refused.errorDetails).toBe(errorText('consent_missing', { capability: 'Contacts' }));
  });

  it(
    'shows who ended a phone and why, forgets its token, and does not let it join again',
    { tags: 'full' },
    async () => {
      const file = join(folder, 'ended.json');
      const first = startFleet(1, file);
      await untilOnline(1);
      const [phone] = await onlineDevices();
      if (!phone) throw new Error('There is no phone.');
      await server.api(endDevice, { deviceId: phone.id, reason: 'Sold to a friend' });
      const words = `screen: ${server.admin.username} ended the supervision of this phone: Sold to a friend`;
      await vi.waitFor(() => expect(first.log()).toContain(words));
      await vi.waitFor(async () => expect(await readFile(file, 'utf8')).not.toContain('token'));
      first.child.kill('SIGTERM');
      await once(first.child, 'exit');

      const second = startFleet(2, file);
      await untilOnline(1);
      expect(second.asked).toEqual([1]);
    },
  );

  it('joins again when the server no longer knows a phone', async () => {
    const { db } = server.services;
    await db.updateTable('devices').set({ token_hash: null, left_at: new Date() }).execute();
    const { asked } = startFleet(2);
    await untilOnline(2);
    expect(asked.reduce((sum, count) => sum + count, 0)).toBe(2);
  });

  it('stops with one clear line on too few passcodes', async () => {
    const args = ['--url', 'http://localhost', '--devices', '2', '--state', join(tmpdir(), 'none.json')];
    expect(await refusalOf(...args)).toEqual({ code: 1, lines: 1 });
  });

  it.each([
    ['no arguments', []],
    ['an address that is none', ['--url', 'nowhere', '--devices', '1', '--state', 'x']],
    ['a number that is none', ['--url', 'http://localhost', '--devices', 'many', '--state', 'x']],
  ])('stops with one clear line on %s', { tags: 'full' }, async (_, args) => {
    expect(await refusalOf(...args)).toEqual({ code: 1, lines: 1 });
  });
});
