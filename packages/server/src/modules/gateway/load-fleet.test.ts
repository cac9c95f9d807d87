import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contacts, deviceList } from '@fairwatch/contract';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { awaitStep } from '../../testing/test-device.ts';
import { startTestServer, type TestServer } from '../../testing/servers/test-server.ts';
import { createPasscodes } from '../devices/passcodes/passcodes.store.ts';

const program = fileURLToPath(new URL('./load.ts', import.meta.resolve('@fairwatch/device')));

let server: TestServer;
let folder: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-load-'));
});
afterEach(() => child?.kill('SIGKILL'));
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

function startFleet(...args: string[]) {
  const state = join(folder, 'load.json');
  const started = spawn(process.execPath, [program, '--url', server.url, '--state', state, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  let output = '';
  started.stdout.on('data', (data) => (output += String(data)));
  started.stderr.on('data', (data) => (output += String(data)));
  return { started, output: () => output };
}

async function online() {
  const { envelope } = await server.api(deviceList, { pageSize: 100 });
  return envelope.data.filter(({ status }) => status === 'Online');
}

it('joins once, answers with as many rows as asked for, and says how many are there', { tags: 'full' }, async () => {
  const passcodes = join(folder, 'passcodes.txt');
  await writeFile(passcodes, (await createPasscodes(server.services.db, server.admin.userId, 20)).join('\n'));
  const first = startFleet('--devices', '20', '--passcodes', passcodes, '--rows', '1201');
  await vi.waitFor(async () => expect(await online()).toHaveLength(20));
  // Each of them, since the plan of a simulated phone may have sharing hours, which one of the load fleet does not have.
  const phones = await online();
  for (const { id: deviceId } of phones) {
    expect((await server.api(contacts.update, { deviceId })).status).toBe(200);
    await awaitStep(server, deviceId, 'DONE');
  }
  const deviceId = phones[0]?.id ?? 0;
  const { envelope } = await server.api(contacts.list, { deviceId });
  expect(envelope.meta.pagination?.totalItems).toBe(1201);
  await vi.waitFor(() => expect(first.output()).toMatch(/20 of 20 connected, \d+ commands\/s, [1-9][\d,]* rows\/s/));
  first.started.kill('SIGTERM');
  expect(await once(first.started, 'exit')).toEqual([0, null]);
  await vi.waitFor(async () => expect(await online()).toEqual([]));

  startFleet('--devices', '20');
  await vi.waitFor(async () => expect(await online()).toHaveLength(20));
});

it('stops with a clear line when there are too few passcodes', async () => {
  const { started, output } = startFleet('--devices', '25', '--passcodes', 'A,B', '--state', join(folder, 'none.json'));
  const [code] = await once(started, 'close');
  expect(code).toBe(1);
  expect(output()).toBe('25 passcodes are needed and 2 are left.\n');
});
