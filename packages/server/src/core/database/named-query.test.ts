import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { runNamedQuery, runNamedRead, param } from './named-query.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
});
afterAll(async () => await database.close());

const query = () => sql<{ n: number }>`select ${param('n')}::int as n`;

it.each([
  ['runNamedQuery', runNamedQuery],
  ['runNamedRead', runNamedRead],
])('%s fills the parameters in, and refuses a second text under the same name', async (which, read) => {
  const { db } = database;
  const name = `named-query.test ${which}`;
  expect(await read(db, name, query, { n: 1 })).toEqual([{ n: 1 }]);
  expect(await read(db, name, query, { n: 2 })).toEqual([{ n: 2 }]);
  await expect(read(db, name, () => sql`select ${param('n')}::int + 1 as n`, { n: 1 })).rejects.toThrow(
    'has two texts',
  );
});

const ofAdmin = (id: number) => () => sql`select ${id}::int as n`;

it('refuses a second value of what is no parameter with a name, which production would never look at', async () => {
  const name = 'named-query.test value';
  await runNamedQuery(database.db, name, ofAdmin(1), {});
  await expect(runNamedQuery(database.db, name, ofAdmin(2), {})).rejects.toThrow('has two texts');
});

const arrays = () => sql`select ${param('ids')}::bigint[] as ids, ${param('shares')}::float8[] as shares,
  ${param('texts')}::text[] as texts, ${param('mixed')}::int[] as mixed, ${param('none')}::int[] as none`;

it('sends arrays of numbers, of texts and of neither', async () => {
  const values = {
    ids: [1, -2, Number.MAX_SAFE_INTEGER],
    shares: [0.5, -1e-9, Number.POSITIVE_INFINITY],
    texts: ['a,b', '{"c"}'],
    mixed: [1, null],
    none: [],
  };
  const [row] = await runNamedQuery(database.db, 'named-query.test arrays', arrays, values);
  expect(row).toMatchObject({ shares: values.shares, texts: values.texts, mixed: values.mixed, none: [] });
  expect((row as { ids: unknown[] }).ids.map(Number)).toEqual(values.ids);
});
