import { createHash } from 'node:crypto';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig, type Config } from '../../core/config/config.ts';
import { DatabaseGone } from '../../core/database/database-gone.ts';
import { serverLockKey } from '../../core/database/embedded/server-lock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { openDatabase } from './open-database.ts';

let database: TestDatabase;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-open-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

/** The configuration of a server with a data folder of its own, as on another machine. All have the key of the database. */
async function another(databaseUrl = database.url): Promise<Config> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  return loadConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, VAULT_KEY_FILE: join(folder, 'vault.key') });
}

async function open() {
  const connection = await openDatabase(await another());
  onTestFinished(() => connection.close());
  return connection;
}

async function connect(): Promise<Client> {
  const client = new Client(database.connection);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** The connection that has the lock of the server. */
async function findLock(): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks
    where locktype = 'advisory' and granted and objsubid = 1
      and (classid::bigint << 32 | objid::bigint) = ${serverLockKey}
      and database = (select oid from pg_database where datname = current_database())`.execute(database.db);
  return rows[0]?.pid;
}

const endConnection = async (pid: number | undefined) =>
  await sql`select pg_terminate_backend(${pid})`.execute(database.db);

const refused =
  /^Another Fairwatch server already uses the database of DATABASE_URL \(process \d+ on .+\)\. Stop it first\.$/;

describe('the database of DATABASE_URL', () => {
  it('is refused to a second server, also after the first has lost its connection for a moment', async () => {
    const { db } = await open();
    const before = await findLock();
    await endConnection(before);
    await expect.poll(async () => (await findLock()) ?? before).not.toBe(before);
    await expect.poll(() => sql`select from users`.execute(db).then(() => 'answers', String)).toBe('answers');
    await expect(openDatabase(await another())).rejects.toThrow(refused);
  });

  it('is refused while an earlier version runs, which locks its folder instead', { tags: 'full' }, async () => {
    const config = await another();
    const place = `${hostname()}:${await realpath(config.dataDir)}`;
    const key = createHash('sha256').update(place).digest().readBigInt64BE().toString();
    await (await connect()).query('select pg_advisory_lock($1)', [key]);
    await expect(openDatabase(config)).rejects.toThrow(
      'Another Fairwatch server already uses the database of DATABASE_URL. Stop it first.',
    );
  });

  it(
    'is taken from a server that lost its connection when another one came first: it writes nothing any more',
    { tags: 'full' },
    async () => {
      const { db, taken } = await open();
      const pid = await findLock();
      const other = await connect();
      // Requested before the lock is free, so that this connection gets it first.
      const locked = other.query('select pg_advisory_lock($1)', [serverLockKey]);
      await expect
        .poll(async () => {
          const { rows } = await sql`
          select from pg_locks l join pg_database d on d.oid = l.database
          where l.locktype = 'advisory' and not l.granted and d.datname = current_database()`.execute(database.db);
          return rows.length;
        })
        .toBe(1);
      await endConnection(pid);
      await locked;
      expect((await taken).message).toMatch(/^Another Fairwatch server already uses the database of DATABASE_URL/);
      await expect(sql`select from users`.execute(db)).rejects.toThrow(DatabaseGone);
    },
  );

  it('that cannot be reached is said without the password', async () => {
    // A port on which nothing listens.
    const config = await another('postgresql://me:hunter22@127.0.0.1:9/fairwatch');
    const refusal = await openDatabase(config).then(
      () => expect.unreachable('opened'),
      (error: Error) => error.message,
    );
    expect(refusal).toMatch(/^PostgreSQL at DATABASE_URL cannot be reached: /);
    expect(refusal).not.toContain('hunter22');
  });
});
