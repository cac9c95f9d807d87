import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { connectDatabase } from '../../core/database/connect.ts';
import { migrate } from './migrate.ts';

let database: TestDatabase;
let folder: string;
let url: URL;

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const values = async () => (await sql<{ n: number }>`select n from things order by n`.execute(database.db)).rows;

beforeEach(async () => {
  database = await createTestDatabase({ migrated: false });
  folder = await mkdtemp(join(tmpdir(), 'fairwatch-migrations-'));
  url = pathToFileURL(`${folder}/`);
  await write('0001-things.sql', 'create table things (n bigint); insert into things values (1);');
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

describe('migrate', () => {
  it('applies each file once, in order', async () => {
    await write('0002-more.sql', 'insert into things select max(n) + 1 from things;');
    await migrate(database.db, url);
    await migrate(database.db, url);
    await write('0003-again.sql', 'insert into things select max(n) + 1 from things;');
    await migrate(database.db, url);
    expect(await values()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('applies the real files to an empty database', async () => {
    await migrate(database.db);
    const { rows } = await sql`select from users`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it('lets servers that start together wait for one another', async () => {
    const other = connectDatabase(database.connection);
    await Promise.all([migrate(database.db, url), migrate(other.db, url), migrate(database.db, url)]);
    await other.close();
    expect(await values()).toEqual([{ n: 1 }]);
  });

  it('leaves nothing of a file that fails', async () => {
    await migrate(database.db, url);
    await write('0002-broken.sql', 'insert into things values (2); insert into nowhere values (1);');
    await expect(migrate(database.db, url)).rejects.toThrow('nowhere');
    expect(await values()).toEqual([{ n: 1 }]);
    await write('0002-broken.sql', 'insert into things values (2);');
    await migrate(database.db, url);
    expect(await values()).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await migrate(database.db, url);
    await write('0001-things.sql', 'create table things (n text);');
    await expect(migrate(database.db, url)).rejects.toThrow('0001-things.sql was changed after it was applied');
  });

  it('refuses a database whose migration is missing here', async () => {
    await write('0002-more.sql', 'select 1;');
    await migrate(database.db, url);
    await rm(join(folder, '0001-things.sql'));
    await expect(migrate(database.db, url)).rejects.toThrow('0001-things.sql, whose file is missing');
  });

  it('refuses a database that is newer than the code', async () => {
    await write('0002-more.sql', 'select 1;');
    await migrate(database.db, url);
    await rm(join(folder, '0002-more.sql'));
    await expect(migrate(database.db, url)).rejects.toThrow(
      'newer than this version of Fairwatch: it has 0002-more.sql',
    );
  });

  it('refuses a migration that comes before one that was applied', async () => {
    await write('0003-later.sql', 'select 1;');
    await migrate(database.db, url);
    await write('0002-late.sql', 'insert into things values (2);');
    await expect(migrate(database.db, url)).rejects.toThrow(
      '0002-late.sql is out of order: 0003-later.sql was applied before it',
    );
    expect(await values()).toEqual([{ n: 1 }]);
  });
});
