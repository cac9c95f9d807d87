import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeDataDir, postmasterPid } from '../../../testing/servers/server-process.ts';
import { connectDatabase } from '../connect.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { runsIn } from './postmaster.ts';

const isRoot = process.getuid?.() === 0;

const run = promisify(execFile);

let usedDataDir: string;
let dataDir: string;
let started: EmbeddedPostgres[] = [];
beforeAll(async () => {
  usedDataDir = await makeDataDir();
  await (await startEmbeddedPostgres(usedDataDir)).stop();
});
afterAll(() => rm(usedDataDir, { recursive: true, force: true }));
beforeEach(async () => {
  dataDir = await makeDataDir();
  started = [];
});
afterEach(async () => {
  for (const postgres of started) await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(folder);
  started.push(postgres);
  return postgres;
}

/** Copies the data folder of an earlier start, which is faster than a first start. */
async function copyUsedDataDir(folder = dataDir): Promise<void> {
  await run('cp', ['-a', `${usedDataDir}/.`, folder]);
}

async function query(postgres: EmbeddedPostgres, question: string): Promise<unknown> {
  const { db, close } = connectDatabase(postgres.connection);
  const { rows } = await sql.raw<{ answer: unknown }>(question).execute(db);
  await close();
  return rows[0]?.answer;
}

async function openClient(postgres: EmbeddedPostgres): Promise<Client> {
  const client = new Client(postgres.connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

describe('the embedded PostgreSQL', () => {
  it('stores data and listens on no TCP port', async () => {
    await copyUsedDataDir();
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    expect(await query(first, `select current_setting('listen_addresses') as answer`)).toBe('');
    expect(await query(first, `select current_setting('fsync') as answer`)).toBe('on');
    await first.stop();
    const second = await start();
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select answer from kept')).toBe(42);
  });

  it('is adopted when it already runs, and can be stopped by its adopter', async () => {
    await copyUsedDataDir();
    await start();
    const pid = await postmasterPid(dataDir);
    const second = await start();
    expect(second.adopted).toBe(true);
    expect(await postmasterPid(dataDir)).toBe(pid);
    await second.stop();
    expect(await runsIn(pid, join(dataDir, 'postgres'))).toBe(false);
  });

  it('starts once when two start at the same moment', async () => {
    await copyUsedDataDir();
    const both = await Promise.all([start(), start()]);
    expect(both.map(({ adopted }) => adopted).sort()).toEqual([false, true]);
  });

  it('ignores a stale pid file that names an unrelated process', { tags: 'full' }, async () => {
    await copyUsedDataDir();
    const cluster = join(dataDir, 'postgres');
    const { uid, gid } = await stat(cluster);
    // It runs as the same user, because PostgreSQL ignores processes of other users.
    const unrelated = spawn('sleep', ['600'], { cwd: '/', ...(isRoot ? { uid, gid } : {}) });
    for (const pid of [unrelated.pid, process.pid, 4_000_000]) {
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
        await writeFile(join(cluster, name), `${pid}\n${cluster}\n1\n5432\n${cluster}\n\n 1 1\nready\n`);
        if (isRoot) await chown(join(cluster, name), uid, gid);
      }
      const postgres = await start();
      expect(postgres.adopted).toBe(false);
      expect(await query(postgres, 'select 1 as answer')).toBe(1);
      await postgres.stop();
    }
    expect(unrelated.exitCode).toBeNull();
    unrelated.kill();
    await once(unrelated, 'exit');
  });

  it('is found by its working directory, also after the folder was renamed', { tags: 'full' }, async () => {
    await copyUsedDataDir();
    await start();
    const pid = await postmasterPid(dataDir);
    const moved = `${dataDir}-moved`;
    await rename(dataDir, moved);
    expect(await runsIn(pid, join(moved, 'postgres'))).toBe(true);
    await rename(moved, dataDir);
  });

  it('starts again after PostgreSQL was killed', async () => {
    await copyUsedDataDir();
    const first = await start();
    await query(first, 'create table kept as select 42 as answer');
    // Its workers, which were busy, notice it later and say so in the log.
    const clients = await Promise.all(Array.from({ length: 20 }, () => openClient(first)));
    const busy = clients.map((client) => client.query('select pg_sleep(60)').catch(() => undefined));
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    const second = await start();
    await Promise.all(busy);
    expect(second.adopted).toBe(false);
    expect(await query(second, 'select answer from kept')).toBe(42);
  });

  it('ignores the leftovers of an interrupted first start', { tags: 'full' }, async () => {
    await mkdir(join(dataDir, 'postgres.new-1'));
    await writeFile(join(dataDir, 'postgres.new-1/PG_VERSION'), '18');
    await start();
    await expect(stat(join(dataDir, 'postgres.new-1'))).rejects.toThrow('ENOENT');
  });

  it('puts its socket into another folder when the path is too long', { tags: 'full' }, async () => {
    const deep = join(dataDir, 'x'.repeat(60), 'y'.repeat(40));
    await mkdir(deep, { recursive: true, mode: 0o711 });
    await copyUsedDataDir(deep);
    const postgres = await start(deep);
    const { host = '' } = postgres.connection;
    expect(host).toMatch(new RegExp(`^${tmpdir()}/fairwatch-[0-9a-f]{16}$`));
    expect((await stat(host)).mode & 0o777).toBe(0o700);
    expect(await query(postgres, 'select 1 as answer')).toBe(1);
    await postgres.stop();
    await chmod(host, 0o777);
    await expect(startEmbeddedPostgres(deep)).rejects.toThrow(`${host} belongs to somebody else`);
    await rm(host, { recursive: true });
  });

  it('says in one line why it does not start', async () => {
    await copyUsedDataDir();
    await writeFile(join(dataDir, 'postgres/postgresql.conf'), 'shared_buffers = nonsense\n');
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(/^PostgreSQL did not start: .*FATAL.*$/);
    await writeFile(join(dataDir, 'postgres/postgresql.conf'), '');
  });

  it.runIf(isRoot)('runs as another user under root', async () => {
    await copyUsedDataDir();
    await start();
    const { uid } = await stat(join(dataDir, 'postgres'));
    expect(uid).not.toBe(0);
    expect((await stat(dataDir)).uid).toBe(0);
    const status = await readFile(`/proc/${await postmasterPid(dataDir)}/status`, 'utf8');
    expect(status).toContain(`Uid:\t${uid}\t${uid}`);
  });

  it.runIf(isRoot)('runs under root in a folder that no other user can reach', { tags: 'full' }, async () => {
    const closed = await mkdtemp(join(tmpdir(), 'fairwatch-closed-'));
    const first = await start(closed);
    await query(first, 'create table kept as select 42 as answer');
    expect((await stat(join(closed, 'postgres'))).uid).toBe(0);
    await first.stop();
    const second = await start(closed);
    expect(await query(second, 'select answer from kept')).toBe(42);
    await second.stop();
    await rm(closed, { recursive: true });
  });
});
