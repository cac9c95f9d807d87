import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { runQuery } from './named-query.ts';
import { firstMatches, searchPattern, searchValues, type TextSearch } from './text-search.ts';

let database: TestDatabase;
const rows = process.env['FULL_RUN'] === undefined ? 10_000 : 30_000;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table texts (id bigint primary key, text text not null, more text not null)`.execute(database.db);
  // Every text has the word "person", every second one more text, and every thousandth a name of its own.
  await sql`insert into texts select n, fold_search('person-' || n || '@Example.org' || case when n % 1000 = 0 then ' Ольга_' || n || ' 50%\\' else '' end),
      case when n % 2 = 0 then 'model ' || n % 40 else '' end
    from generate_series(1, ${rows}::int) as n`.execute(database.db);
  for (const column of ['text', 'more']) {
    await sql`create index on texts using gin (${sql.id(column)} gin_trgm_ops)`.execute(database.db);
  }
  await sql`analyze texts`.execute(database.db);
});
afterAll(() => database.close());

function searchIn(length: number): TextSearch {
  return {
    table: sql`texts t`,
    id: sql`t.id`,
    texts: [sql`t.text`, sql`t.more`],
    where: sql`t.id <= ${length}::int`,
    matches: sql`(t.text like ${searchPattern} or t.more like ${searchPattern})`,
    kept: sql`select ${length}::int`,
  };
}

async function find(search: string, length = rows, limit = rows): Promise<number[]> {
  const query = sql<{ id: number }>`select id from (${firstMatches(searchIn(length), limit)}) as found order by id`;
  return (await runQuery(database.db, query, searchValues(search))).map(({ id }) => id);
}

async function readAll(search: string, length: number): Promise<number[]> {
  const { rows: all } = await sql<{ id: number }>`select id from texts where id <= ${length}
    and (strpos(text, fold_search(${search})) > 0 or strpos(more, fold_search(${search})) > 0) order by id`.execute(
    database.db,
  );
  return all.map(({ id }) => id);
}

describe('a search', () => {
  it.each(
    String.raw`person-777@|PERSON-777@|777|person-7|example.org|model 8|person-29|7|pe|q|qqq|Ольга|ОЛЬГА_|га_3|_10|50%|0%\|%|\|nobody has this|@example|org о|'--|@-.`.split(
      '|',
    ),
  )('for "%s" finds what reading every row finds', async (search) => {
    for (const length of [rows, 1500]) expect(await find(search, length)).toEqual(await readAll(search, length));
  });

  it.each(['person', '777', 'model', '7'])('for "%s" ends at the limit', async (search) => {
    const found = await find(search, rows, 10);
    expect(new Set(found).size).toBe(10);
    expect(await readAll(search, rows)).toEqual(expect.arrayContaining(found));
  });
});
