import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { writeTableTypes } from './table-types.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('tables/ has the types of the tables that the database has', async () => {
  const types = await writeTableTypes(database.db);
  const files = [...types.keys()].map((domain) => `${domain.replaceAll(' ', '-')}.ts`);
  for (const [place, text] of [...types.values()].entries()) {
    await expect(text).toMatchFileSnapshot(`./tables/${files[place]}`);
  }
  expect(await readdir(new URL('./tables/', import.meta.url))).toEqual(files.toSorted());
});

it('schema.sql never changes but for its comments: a database of today would lack what is added there', async () => {
  const text = await readFile(new URL('./schema.sql', import.meta.url), 'utf8');
  const statements = text.replaceAll(/^\s*--.*\n/gm, '').replaceAll(/\n+/g, '\n');
  expect(createHash('sha256').update(statements).digest('hex')).toBe(
    'fae2ea5ae603cfef6a9fb1d2afc30e413036b7f86465e7e8a4a7ead868cd9d6e',
  );
});

it('every trigger says why it is one', async () => {
  const { rows } = await sql`
    select c.relname || '.' || t.tgname as trigger from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace
      and obj_description(t.oid, 'pg_trigger') is null`.execute(database.db);
  expect(rows).toEqual([]);
});
