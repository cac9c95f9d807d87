import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { healthCheck, login, profile } from '@fairwatch/contract';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runsIn } from './core/database/embedded/postmaster.ts';
import { callEndpoint } from './testing/call-endpoint.ts';
import { runCommand } from './testing/servers/run-command.ts';
import {
  interrupt,
  makeDataDir,
  postmasterPid,
  spawnServer,
  type ServerProcess,
} from './testing/servers/server-process.ts';
import { createTestDatabase } from './testing/servers/test-database.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const password = 'a long enough password';

const run = promisify(execFile);

// Each test starts whole processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

let dataDir: string;
/** The data folder of an earlier start, made by the first test that needs it. */
let usedDataDir: string | undefined;
let servers: ServerProcess[] = [];

afterAll(async () => {
  if (usedDataDir !== undefined) await rm(usedDataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  dataDir = await makeDataDir();
  servers = [];
});
afterEach(async () => {
  for (const server of servers) {
    if (server.child.exitCode === null && server.child.signalCode === null) await interrupt(server);
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Copies the data folder of an earlier start, which is faster than a first start. */
async function copyUsedDataDir(): Promise<void> {
  if (usedDataDir === undefined) {
    const folder = await makeDataDir();
    await interrupt(await start({ DATA_DIR: folder }));
    usedDataDir = folder;
  }
  await run('cp', ['-a', `${usedDataDir}/.`, dataDir]);
}

function launch(env: Record<string, string> = {}, identity: { uid?: number; gid?: number } = {}) {
  const server = spawnServer({ env: { DATA_DIR: dataDir, ADMIN_PASSWORD: password, ...env }, ...identity });
  servers.push(server);
  return server;
}

async function start(...options: Parameters<typeof launch>): Promise<ServerProcess> {
  const server = launch(...options);
  await server.started;
  return server;
}

/** Expects a start to fail with one line on stderr, nothing on stdout. */
async function refused(env: Record<string, string>): Promise<string> {
  const server = launch(env);
  expect(await server.exited).toBe(1);
  expect(server.stderr).toMatch(/^Fairwatch: [^\n]+\n$/);
  expect(server.stdout).toBe('');
  return server.stderr;
}

const signIn = async ({ url }: ServerProcess, secret = password) =>
  await callEndpoint(url, login, { username: 'admin', password: secret });

const isHealthy = async ({ url }: ServerProcess) => (await callEndpoint(url, healthCheck, {})).status === 200;

const flag = async ({ url }: ServerProcess) => (await callEndpoint(url, healthCheck, {})).envelope.data.maintenance;

/** The command line of a process; empty when it has ended. */
const commandOf = async (pid: number) => await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');

const childrenOf = async ({ child }: ServerProcess) =>
  (await readFile(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8')).trim().split(' ').map(Number);
const fleetOf = async (server: ServerProcess) => {
  const commands = (await childrenOf(server)).map(async (pid) => ({ pid, command: await commandOf(pid) }));
  return (await Promise.all(commands)).find(({ command }) => command.includes('device/src/main.ts'))?.pid ?? 0;
};
const online = async ({ url }: ServerProcess, token: string) =>
  (await callEndpoint(url, profile, {}, token)).envelope.data.activeDevicesCount;

/** Signs in repeatedly until the server is gone, and collects the acknowledged tokens. */
async function signInUntilGone(server: ServerProcess, tokens: string[]): Promise<void> {
  try {
    for (;;) tokens.push((await signIn(server)).envelope.data.token);
  } catch {
    // The server is gone.
  }
}

/** Kills the server during many writes. Returns the acknowledged tokens. */
async function killDuringWrites(server: ServerProcess, kill: () => Promise<void>): Promise<string[]> {
  const tokens: string[] = [];
  const writers = Array.from({ length: 4 }, () => signInUntilGone(server, tokens));
  await vi.waitFor(() => expect(tokens.length).toBeGreaterThan(12), { interval: 5 });
  await kill();
  await server.exited;
  await Promise.all(writers);
  return tokens;
}

/** The status of a call with each of these tokens. */
async function statuses({ url }: ServerProcess, tokens: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(tokens.map((token) => callEndpoint(url, profile, {}, token)));
  return answers.map(({ status }) => status);
}

const maintenance = async (command: string, env: Record<string, string> = {}) =>
  (await runCommand('maintenance', [command], { DATA_DIR: dataDir, ...env })).output;

describe('a start', () => {
  it('makes the first admin, prints the password once, and ends cleanly on Ctrl-C', async () => {
    const first = await start({ ADMIN_PASSWORD: '' });
    const made = /^ +Password +(\S+)/m.exec(first.stdout)?.[1] ?? '';
    expect(first.stdout).toContain(first.url);
    expect(first.stdout).toMatch(/^ +Username +admin$/m);
    expect(first.stdout).toContain(dataDir);
    expect((await signIn(first, made)).status).toBe(200);
    const pid = await postmasterPid(dataDir);
    expect(await interrupt(first)).toBe(0);
    expect(first.stderr).toBe('');
    expect(await runsIn(pid, join(dataDir, 'postgres'))).toBe(false);

    const second = await start({ ADMIN_PASSWORD: '' });
    expect(second.stdout).not.toContain('Password');
    expect((await signIn(second, made)).status).toBe(200);
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
  });

  it('that is interrupted leaves no PostgreSQL behind', { tags: 'full' }, async () => {
    await copyUsedDataDir();
    const server = launch();
    // The pid file is the first sign of PostgreSQL.
    await expect.poll(() => postmasterPid(dataDir).catch(() => 0), { interval: 5 }).toBeGreaterThan(0);
    const pid = await postmasterPid(dataDir);
    expect(await interrupt(server)).toBe(0);
    expect(await runsIn(pid, join(dataDir, 'postgres'))).toBe(false);
  });

  it(
    'uses the PostgreSQL of DATABASE_URL instead of its own, and takes the first admin from the variables',
    { tags: 'full' },
    async () => {
      const database = await createTestDatabase({ migrated: false });
      const server = await start({ DATABASE_URL: database.url, ADMIN_USERNAME: 'owner' });
      expect(server.stdout).not.toContain(password);
      expect((await callEndpoint(server.url, login, { username: 'owner', password })).status).toBe(200);
      expect(await database.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'owner' }]);
      await expect(stat(join(dataDir, 'postgres'))).rejects.toThrow('ENOENT');
      expect(await interrupt(server)).toBe(0);
      await database.close();
    },
  );

  it.runIf(isRoot)('works for a user who is not root', { tags: 'full' }, async () => {
    await chown(dataDir, nobody, nobody);
    const server = await start({}, { uid: nobody, gid: nobody });
    expect((await signIn(server)).status).toBe(200);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(nobody);
    expect(await interrupt(server)).toBe(0);
  });
});

describe('a start that cannot be', () => {
  it('says that the port is in use', { tags: 'full' }, async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refused({ PORT: String(port) })).toContain(`PORT ${port} on 127.0.0.1 is in use`);
    other.close();
  });

  it('says that the data folder cannot be written', { tags: 'full' }, async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, '');
    expect(await refused({ DATA_DIR: join(file, 'data') })).toContain(`DATA_DIR ${file}/data cannot be written`);
  });

  it('says which variable is wrong', async () => {
    expect(await refused({ LOG_LEVEL: 'loud' })).toContain('LOG_LEVEL must be one of');
  });

  it('says that the database cannot be reached', { tags: 'full' }, async () => {
    // A port on which nothing listens.
    const url = 'postgresql://me:hunter22@127.0.0.1:9/fairwatch';
    const line = await refused({ DATABASE_URL: url });
    expect(line).toContain('PostgreSQL at DATABASE_URL cannot be reached');
    expect(line).not.toContain('hunter22');
  });

  it('says that another server uses the data folder, which keeps running', { tags: 'full' }, async () => {
    await copyUsedDataDir();
    const first = await start();
    expect(await refused({})).toContain(`Another Fairwatch server already uses DATA_DIR ${dataDir}`);
    expect(await isHealthy(first)).toBe(true);
  });

  it.runIf(isRoot)('says that the database belongs to another user', { tags: 'full' }, async () => {
    await copyUsedDataDir();
    await chmod(dataDir, 0o777);
    const server = launch({}, { uid: nobody, gid: nobody });
    expect(await server.exited).toBe(1);
    expect(server.stderr).toMatch(
      /^Fairwatch: \S+ belongs to another user \(id \d+\)\. Start Fairwatch as that user\.\n$/,
    );
  });
});

describe('a server that is killed during writes', { tags: 'full' }, () => {
  it('adopts the running PostgreSQL and has every acknowledged write', async () => {
    await copyUsedDataDir();
    const first = await start();
    const pid = await postmasterPid(dataDir);
    const tokens = await killDuringWrites(first, async () => void first.child.kill('SIGKILL'));
    expect(await runsIn(pid, join(dataDir, 'postgres'))).toBe(true);
    const second = await start();
    expect(await postmasterPid(dataDir)).toBe(pid);
    expect(await statuses(second, tokens)).toEqual(tokens.map(() => 200));
    expect(await interrupt(second)).toBe(0);
    expect(await runsIn(pid, join(dataDir, 'postgres'))).toBe(false);
  });

  it('has every acknowledged write also when PostgreSQL was killed with it', async () => {
    await copyUsedDataDir();
    const first = await start();
    const pid = await postmasterPid(dataDir);
    const tokens = await killDuringWrites(first, async () => {
      process.kill(pid, 'SIGKILL');
      first.child.kill('SIGKILL');
    });
    expect(await statuses(await start(), tokens)).toEqual(tokens.map(() => 200));
  });
});

describe.runIf(process.platform === 'linux')('the simulated phones', { tags: 'full' }, () => {
  it('join by themselves, come back after a restart, and never outlive the server', async () => {
    await copyUsedDataDir();
    const first = await start({ DEMO_DEVICES: '3' });
    const { token } = (await signIn(first)).envelope.data;
    await expect.poll(() => online(first, token)).toBe(3);
    const firstFleet = await fleetOf(first);
    expect(firstFleet).toBeGreaterThan(0);
    first.child.kill('SIGKILL');
    await first.exited;
    await expect.poll(() => commandOf(firstFleet)).toBe('');

    const second = await start({ DEMO_DEVICES: '3' });
    await expect.poll(() => online(second, token)).toBe(3);
    const { totalDevicesCount } = (await callEndpoint(second.url, profile, {}, token)).envelope.data;
    expect(totalDevicesCount).toBe(3);
    const secondFleet = await fleetOf(second);
    expect(await interrupt(second)).toBe(0);
    expect(await commandOf(secondFleet)).toBe('');
  });
});

const reset = (...args: string[]) => runCommand('reset-password', args, { DATA_DIR: dataDir });
const passwordIn = (output: string) =>
  /^The new password of admin: (\S+)   \(shown only now\)$/m.exec(output)?.[1] ?? '';

describe('npm run reset-password', { tags: 'full' }, () => {
  it('sets a new password for the owner, with a stopped and with a running server', async () => {
    await copyUsedDataDir();
    const first = passwordIn((await reset('admin')).output);
    expect(first).toHaveLength(20);
    const server = await start();
    expect((await signIn(server)).status).toBe(401);
    const { token } = (await signIn(server, first)).envelope.data;
    const again = await reset('admin', '--two-factor');
    expect(again.output).toContain('two-factor sign-in and passkeys were removed');
    // The running server caches a session for a second, so it notices shortly after.
    await vi.waitFor(async () => expect((await callEndpoint(server.url, profile, {}, token)).status).toBe(401), {
      timeout: 60_000,
      interval: 100,
    });
    expect((await signIn(server, passwordIn(again.output))).status).toBe(200);
  });
});

describe('npm run maintenance', { tags: 'full' }, () => {
  it('switches it with a running server, and without one', async () => {
    expect(await maintenance('on')).toBe(`There is no database in ${dataDir} yet. Start Fairwatch once first.\n`);
    await copyUsedDataDir();
    const first = await start();
    expect(await maintenance('on')).toBe('Maintenance mode is on.\n');
    expect(await flag(first)).toBe(true);
    await interrupt(first);
    expect(await maintenance('status')).toBe('Maintenance mode is on.\n');
    await expect(postmasterPid(dataDir)).rejects.toThrow('ENOENT');
    expect(await maintenance('off')).toBe('Maintenance mode is off.\n');
    expect(await flag(await start())).toBe(false);
  });

  it('switches it in the PostgreSQL of DATABASE_URL', async () => {
    const database = await createTestDatabase();
    expect(await maintenance('on', { DATABASE_URL: database.url })).toBe('Maintenance mode is on.\n');
    expect(await maintenance('status', { DATABASE_URL: database.url })).toBe('Maintenance mode is on.\n');
    await database.close();
  });

  it('says how it is used', async () => {
    expect(await maintenance('maybe')).toMatch(/^Usage: .*maintenance.* on\|off\|status\n$/);
  });
});
