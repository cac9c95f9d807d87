import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { healthCheck } from '@fairwatch/contract';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverLockKey } from './core/database/embedded/server-lock.ts';
import { callEndpoint } from './testing/call-endpoint.ts';
import { runCommand } from './testing/servers/run-command.ts';
import { interrupt, makeDataDir, spawnServer, type ServerProcess } from './testing/servers/server-process.ts';
import { createTestDatabase, type TestDatabase } from './testing/servers/test-database.ts';

let database: TestDatabase;
/** The key that belongs to the database, whichever server uses it. */
let vaultKeyFile: string;
let servers: ServerProcess[] = [];
const folders = new Map<ServerProcess, string>();
beforeAll(async () => {
  database = await createTestDatabase();
  vaultKeyFile = join(await mkdtemp(join(tmpdir(), 'fairwatch-key-')), 'vault.key');
});
afterAll(async () => {
  await stopServers();
  await database.close();
  for (const folder of [...folders.values(), dirname(vaultKeyFile)])
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts a server on the shared database with its own data folder, as on another machine. */
async function launch(): Promise<ServerProcess> {
  const dataDir = await makeDataDir();
  const server = spawnServer({
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      VAULT_KEY_FILE: vaultKeyFile,
      ADMIN_USERNAME: 'owner',
      ADMIN_PASSWORD: 'secret-of-tests',
    },
  });
  servers.push(server);
  folders.set(server, dataDir);
  return server;
}

async function start(): Promise<ServerProcess> {
  const server = await launch();
  await server.started;
  return server;
}

const isRunning = ({ child }: ServerProcess) => child.exitCode === null && child.signalCode === null;

/** The server that an earlier test left running; a new one when there is none, for a start takes its time. */
async function running(): Promise<ServerProcess> {
  return servers.find(isRunning) ?? (await start());
}

async function stopServers(): Promise<void> {
  for (const server of servers.filter(isRunning)) await interrupt(server);
  servers = [];
}

const statusOf = async ({ url }: ServerProcess) => (await callEndpoint(url, healthCheck, {})).status;

/** The connection that has the lock of the running server. */
async function findLock(): Promise<{ pid: number } | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and (classid::bigint << 32 | objid::bigint) = ${serverLockKey}
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
  return rows[0];
}

const endConnection = async (pid: number) => await sql`select pg_terminate_backend(${pid})`.execute(database.db);

describe('a second server on one DATABASE_URL', { tags: 'full' }, () => {
  it('ends with one line that says why and who has it; the first goes on, and commands run beside it', async () => {
    const first = await running();
    expect(await readdir(folders.get(first) ?? '')).not.toContain('postgres');
    expect(await database.db.selectFrom('users').select('username').execute()).toEqual([{ username: 'owner' }]);
    const second = await launch();
    expect(await second.exited).toBe(1);
    expect(second.stderr).toMatch(
      /^Fairwatch: Another Fairwatch server already uses the database of DATABASE_URL \([^\n]+\)\. Stop it first\.\n$/,
    );
    expect(second.stderr).toContain(`process ${first.child.pid} on`);
    expect(second.stdout).toBe('');
    expect(await statusOf(first)).toBe(200);
    const env = { DATA_DIR: folders.get(first) ?? '', DATABASE_URL: database.url, VAULT_KEY_FILE: vaultKeyFile };
    expect((await runCommand('maintenance', ['on'], env)).output).toBe('Maintenance mode is on.\n');
    expect((await callEndpoint(first.url, healthCheck, {})).envelope.data.maintenance).toBe(true);
  });

  it('starts as soon as the first was killed', async () => {
    const first = await running();
    first.child.kill('SIGKILL');
    const second = await start();
    expect(await statusOf(second)).toBe(200);
  });
});

describe('a server that loses the connection of its database lock', { tags: 'full' }, () => {
  it('exits with one line when another server has acquired the lock meanwhile', async () => {
    const server = await running();
    const { pid } = (await findLock()) ?? { pid: 0 };
    const other = new Client(database.connection);
    await other.connect();
    // Requested before the lock is free, so that this connection gets it first.
    const taken = other.query('select pg_advisory_lock($1)', [serverLockKey]);
    await expect
      .poll(
        async () =>
          // Other tests use databases of the same PostgreSQL.
          (
            await sql`
              select from pg_locks l join pg_database d on d.oid = l.database
              where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`.execute(database.db)
          ).rows.length,
      )
      .toBe(1);
    await endConnection(pid);
    await taken;
    // The server must not write while another server may have the database.
    await expect.poll(() => statusOf(server).catch(() => 0)).not.toBe(200);
    expect(await server.exited).toBe(1);
    expect(server.stderr).toMatch(
      /^Fairwatch: Another Fairwatch server already uses the database of DATABASE_URL[^\n]*\n$/,
    );
    await other.end();
  });
});
