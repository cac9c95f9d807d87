import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { healthCheck } from '@fairwatch/contract';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { memberLockKey, serverLockKey } from './core/database/server-lock.ts';
import { callEndpoint } from './testing/call-endpoint.ts';
import { runCommand } from './testing/servers/run-command.ts';
import { interrupt, makeDataDir, spawnServer, type ServerProcess } from './testing/servers/server-process.ts';
import { startTestS3 } from './testing/servers/test-s3.ts';
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
async function launch(given?: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = given ?? (await makeDataDir());
  const server = spawnServer({
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      VAULT_KEY_FILE: vaultKeyFile,
      ADMIN_PASSWORD: 'secret-of-tests',
      ...env,
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

/** Has the locks of a server of a cluster. */
async function beMember(): Promise<void> {
  await stopServers();
  const client = new Client({ ...database.connection, application_name: 'Fairwatch server, process 1 on north' });
  await client.connect();
  onTestFinished(() => client.end());
  for (const key of [serverLockKey, memberLockKey]) await client.query('select pg_advisory_lock_shared($1)', [key]);
}

const endConnection = async (pid: number) => await sql`select pg_terminate_backend(${pid})`.execute(database.db);

describe('a second server on one DATABASE_URL', () => {
  it('ends too while an earlier version, which locks its folder instead, still runs', async () => {
    await stopServers();
    const dataDir = await makeDataDir();
    const folder = `${hostname()}:${await realpath(dataDir)}`;
    const key = createHash('sha256').update(folder).digest().readBigInt64BE().toString();
    const earlier = new Client(database.connection);
    await earlier.connect();
    await earlier.query('select pg_advisory_lock($1)', [key]);
    const server = await launch(dataDir);
    expect(await server.exited).toBe(1);
    expect(server.stderr).toBe(
      'Fairwatch: Another Fairwatch server already uses the database of DATABASE_URL. Stop it first.\n',
    );
    await earlier.end();
  });

  it('ends with one line that says why and who has it; the first goes on, and commands run beside it', async () => {
    const first = await running();
    const second = await launch();
    expect(await second.exited).toBe(1);
    expect(second.stderr).toMatch(
      /^Fairwatch: Another Fairwatch server already uses the database of DATABASE_URL \([^\n]+\)\. Stop it first\.\n$/,
    );
    expect(second.stderr).toContain(`process ${first.child.pid} on`);
    expect(second.stdout).toBe('');
    expect(await statusOf(first)).toBe(200);
    const env = { DATA_DIR: folders.get(first) ?? '', DATABASE_URL: database.url, VAULT_KEY_FILE: vaultKeyFile };
    expect((await runCommand('maintenance', ['status'], env)).output).toBe('Maintenance mode is off.\n');
    expect((await runCommand('audit-verify', [], env)).code).toBe(0);
  });

  it('starts as soon as the first was killed', async () => {
    const first = await running();
    first.child.kill('SIGKILL');
    const second = await start();
    expect(await statusOf(second)).toBe(200);
  });
});

describe('a server that does not belong to the cluster on its DATABASE_URL', () => {
  it('ends with one line when it has no NATS_URL', async () => {
    await beMember();
    const server = await launch();
    expect(await server.exited).toBe(1);
    expect(server.stderr).toBe(
      'Fairwatch: A cluster of Fairwatch servers already uses the database of DATABASE_URL (process 1 on north). Set NATS_URL as they have it to join them, or stop them first.\n',
    );
  });

  it('ends with one line when it has another version, and leaves the database as it is', async () => {
    // It notes the key and its settings.
    await running();
    await beMember();
    await sql`update settings set value = '{"version": "0.9.0 (0077)"}' where key = 'server_settings'`.execute(
      database.db,
    );
    const s3 = await startTestS3();
    onTestFinished(s3.close);
    const { endpoint, accessKey, secretKey } = s3.another('of-a-version');
    const bucket = Object.assign(new URL('/of-a-version', endpoint), { username: accessKey, password: secretKey });
    const server = await launch(undefined, {
      NATS_URL: 'nats://127.0.0.1:1',
      S3_URL: bucket.href,
      SMTP_URL: 'smtp://127.0.0.1:1',
    });
    expect(await server.exited).toBe(1);
    expect(server.stderr).toMatch(
      /^Fairwatch: This server is version \S+ \(\d{4}\), and the servers that run already are version 0\.9\.0 \(0077\)\. Stop them all to upgrade\.\n$/,
    );
  });
});

describe('a server that loses the connection of its database lock', () => {
  it('acquires the lock again and continues, and no other server gets in', async () => {
    const server = await running();
    const before = await findLock();
    await endConnection(before?.pid ?? 0);
    await expect.poll(async () => (await findLock())?.pid ?? before?.pid).not.toBe(before?.pid);
    await expect.poll(() => statusOf(server)).toBe(200);
    const second = await launch();
    expect(await second.exited).toBe(1);
  });

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
