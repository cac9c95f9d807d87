import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { describeSchema, findUnexplainedTriggers } from './describe-schema.ts';
import { domainOfTable } from './schema-domains.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => await database.close());

it('schema.sql shows what the migrations make', async () => {
  await expect(await describeSchema(database.db)).toMatchFileSnapshot('./schema.sql');
});

it('every trigger says why it is one', async () => {
  expect(await findUnexplainedTriggers(database.db)).toEqual([]);
});

it('every table belongs to a domain', async () => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`.execute(
    database.db,
  );
  expect(rows.map(({ name }) => name).filter((name) => domainOfTable(name) === 'shared')).toEqual([]);
});
