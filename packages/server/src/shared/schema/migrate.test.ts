import { access, cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { loadConfig } from '../../core/config/config.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { StartError } from '../../core/config/start-error.ts';
import { appendAudit } from '../audit/audit.store.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import type { Database } from './schema.ts';

/** The migrations of this version; those of the tests come after them. */
const migrations = new URL('./migrations/', import.meta.url);
let folder: string;
let url: URL;

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const values = async ({ db }: TestDatabase) =>
  (await sql<{ n: number }>`select n from things order by n`.execute(db)).rows.map(({ n }) => n);
const namesIn = async ({ db }: TestDatabase) =>
  (await sql<{ name: string }>`select name from migrations order by name`.execute(db)).rows.map(({ name }) => name);

const sqlFiles = async () => (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();

async function open(migrated: boolean): Promise<TestDatabase> {
  const database = await createTestDatabase({ migrated });
  onTestFinished(() => database.close());
  return database;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-migrations-'));
  url = pathToFileURL(`${folder}/`);
  await cp(migrations, folder, { recursive: true });
  await write('9001-things.sql', 'create table things (n bigint); insert into things values (1);');
});
afterEach(() => rm(folder, { recursive: true }));

describe('an empty database', () => {
  it('gets schema.sql and the migrations after it', async () => {
    const database = await open(false);
    await migrate(database.db, url);
    expect(await values(database)).toEqual([1]);
    expect(await namesIn(database)).toEqual(['0095-schema.sql', ...(await sqlFiles())]);
    const { rows } = await sql`select from users`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('gets them once from servers that start together', async () => {
    const database = await open(false);
    const other = connectDatabase(database.connection);
    await Promise.all([migrate(database.db, url), migrate(other.db, url), migrate(database.db, url)]);
    await other.close();
    expect(await values(database)).toEqual([1]);
  });

  it('stays empty when something fails', async () => {
    const database = await open(false);
    await write('9002-broken.sql', 'insert into nowhere values (1);');
    await expect(migrate(database.db, url)).rejects.toThrow('nowhere');
    const { rows } = await sql`
      select relname from pg_class where relnamespace = current_schema()::regnamespace`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe('a database that has schema.sql', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
    await migrate(database.db, url);
  });
  afterEach(() => database.close());

  it('gets each later file once, in order', async () => {
    await write('9002-more.sql', 'insert into things select max(n) + 1 from things;');
    await migrate(database.db, url);
    await migrate(database.db, url);
    await write('9003-again.sql', 'insert into things select max(n) + 1 from things;');
    await migrate(database.db, url);
    expect(await values(database)).toEqual([1, 2, 3]);
  });

  it('has nothing of a file that fails', async () => {
    await write('9002-broken.sql', 'insert into things values (2); insert into nowhere values (1);');
    await expect(migrate(database.db, url)).rejects.toThrow('nowhere');
    expect(await values(database)).toEqual([1]);
    await write('9002-broken.sql', 'insert into things values (2);');
    await migrate(database.db, url);
    expect(await values(database)).toEqual([1, 2]);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await write('9001-things.sql', 'create table things (n text);');
    await expect(migrate(database.db, url)).rejects.toThrow('9001-things.sql was changed after it was applied');
  });

  it('is refused when a file of it is missing', async () => {
    await write('9002-more.sql', 'select 1;');
    await migrate(database.db, url);
    await rm(join(folder, '9001-things.sql'));
    await expect(migrate(database.db, url)).rejects.toThrow('9001-things.sql, whose file is missing');
  });

  it('is refused when it is newer than the code', async () => {
    await rm(join(folder, '9001-things.sql'));
    await expect(migrate(database.db, url)).rejects.toThrow(
      'newer than this version of Fairwatch: it has 9001-things.sql',
    );
  });

  it('refuses a migration that comes before one that was applied', async () => {
    await write('9003-later.sql', 'select 1;');
    await migrate(database.db, url);
    await write('9002-late.sql', 'insert into things values (2);');
    await expect(migrate(database.db, url)).rejects.toThrow(
      '9002-late.sql is out of order: 9003-later.sql was applied before it',
    );
    expect(await values(database)).toEqual([1]);
  });
});

/** Notes the migrations of an installation that once began with 0001, instead of `schema.sql`. */
async function openWith(newest: string): Promise<TestDatabase> {
  const database = await open(true);
  await sql`delete from migrations where name < '0096' or ${newest} < '0094'`.execute(database.db);
  await sql`
    insert into migrations (name, sha256)
    select unnest(array['0001-people.sql', '0092-unused-passcodes.sql', ${newest}]), repeat('a', 64)`.execute(
    database.db,
  );
  await sql`
    with person as (
      insert into users (username, user_type, admin_role) values ('petra', 'USER', 'NON_ADMIN') returning id
    )
    insert into devices (unique_uuid, user_id, name, model, os_name, os_version, app_name, app_version)
    select gen_random_uuid(), id, 'Phone', 'm', 'o', '1', 'a', '1' from person`.execute(database.db);
  const entry = { deviceId: 1, actorId: null, actorName: 'admin', action: 'READ', subject: '/test' } as const;
  await appendAudit(database.db, { ...entry, details: { object: 'one' } });
  return database;
}

/** Returns every row of every table but the facts about servers, which each start writes to `settings`. */
async function readRows(db: Database): Promise<unknown[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = current_schema()::regnamespace and relname <> 'settings' order by relname`.execute(
    db,
  );
  return await Promise.all(
    rows.map(async ({ name }) => [name, (await sql`select * from ${sql.id(name)}`.execute(db)).rows]),
  );
}

const configOf = ({ url: databaseUrl }: TestDatabase) =>
  loadConfig({
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    VAULT_KEY_FILE: join(folder, 'vault.key'),
  });

describe('a database of version 1.0.20 or older', () => {
  it('is adopted as it is when it has all of its migrations', async () => {
    const database = await openWith('0094-what-notifications-tell.sql');
    const before = await readRows(database.db);
    const { close } = await openDatabase(configOf(database));
    await close();
    expect(await readRows(database.db)).toEqual(before);
    await migrate(database.db, url);
    expect(await values(database)).toEqual([1]);
  });

  it('is refused in one line when it lacks one, and nothing is written', async () => {
    const database = await openWith('0093-turns-of-runs.sql');
    const before = await readRows(database.db);
    const refusal = await openDatabase(configOf(database)).then(
      () => expect.unreachable('opened'),
      (error: unknown) => error,
    );
    expect(refusal).toEqual(
      new StartError(
        'This database was written by an older version of Fairwatch (schema 0093). Start the version of 18 November 2026 (commit f5a0d393) once, then this one.',
      ),
    );
    await expect(migrate(database.db, url)).rejects.toThrow(
      'Start the version of 18 November 2026 (commit f5a0d393) once',
    );
    expect(await readRows(database.db)).toEqual(before);
    await expect(access(join(folder, 'vault.key'))).rejects.toThrow('ENOENT');
  });
});
