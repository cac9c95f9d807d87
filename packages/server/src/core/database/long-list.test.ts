import { limits } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { selectLongListPage, type LongList } from './long-list.ts';
import { slot } from './named-query.ts';

let database: TestDatabase;
const rows = 30_000;
const { countedTo } = limits.page;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table things (id int primary key, place int not null, word text not null)`.execute(database.db);
  // The early ones are apples, the late ones pears, every thousandth is a plum.
  await sql`insert into things select n, n, case when n % 1000 = 0 then 'plum' when n <= 15000 then 'apple' else 'pear' end
    from generate_series(1, ${rows}::int) as n`.execute(database.db);
  await sql`create index things_place on things (place, id)`.execute(database.db);
  await sql`analyze things`.execute(database.db);
});
afterAll(() => database.close());

const base: LongList = {
  table: sql`things t`,
  sources: sql`things t`,
  fields: sql`t.id, t.word`,
  id: sql`t.id`,
  where: sql`t.place > ${slot('above')}`,
  kept: sql`select ${slot('kept')}::int`,
  narrowed: null,
  sortBy: sql`t.place`,
  direction: sql`asc`,
  values: { above: 0, kept: rows },
};

async function page(list: Partial<LongList>, number = 1, pageSize = 20) {
  const answer = await selectLongListPage(database.db, { ...base, ...list }, { page: number, pageSize });
  const items = JSON.parse(answer.json) as { id: number; word: string }[];
  return { ids: items.map(({ id }) => id), pagination: answer.pagination };
}

function only(word: string): Pick<LongList, 'narrowed'> {
  const is: RawBuilder<unknown> = sql`t.word = ${word}`;
  return { narrowed: { found: is, matches: is } };
}

const range = (from: number, count: number, step = 1) => Array.from({ length: count }, (_, n) => from + n * step);

describe('a long list', () => {
  it('says how many rows there are as it is told, and never counts', async () => {
    const { ids, pagination } = await page({ values: { above: 0, kept: 123_456 } });
    expect(ids).toEqual(range(1, 20));
    expect(pagination).toEqual({ page: 1, pageSize: 20, totalItems: 123_456, totalPages: 6173 });
  });

  it.each([1, 2, 750, 1500])('has its page %i, and the same from its other end', async (number) => {
    expect((await page({}, number)).ids).toEqual(range((number - 1) * 20 + 1, 20));
    expect((await page({ direction: sql`desc` }, number)).ids).toEqual(range(rows - (number - 1) * 20, 20, -1));
  });

  it('has nothing past its end', async () => {
    expect((await page({}, 1501)).ids).toEqual([]);
  });

  it('with a name is planned once and still takes other values', async () => {
    for (const above of [0, 100, 200, 300, 400, 500, 600]) {
      const { ids } = await page({ name: 'things', values: { above, kept: 1 } });
      expect(ids).toEqual(range(above + 1, 20));
    }
  });
});

describe('a long list, narrowed', () => {
  it('to few is counted exactly', async () => {
    const { ids, pagination } = await page(only('plum'), 2);
    expect(ids).toEqual(range(21_000, 10, 1000));
    expect(pagination).toEqual({ page: 2, pageSize: 20, totalItems: 30, totalPages: 2 });
    expect((await page(only('fig'))).pagination).toEqual({ page: 1, pageSize: 20, totalItems: 0, totalPages: 0 });
  });

  it('to many says that there are more', async () => {
    const { ids, pagination } = await page(only('apple'));
    expect(ids).toEqual(range(1, 20));
    expect(pagination).toEqual({
      page: 1,
      pageSize: 20,
      totalItems: countedTo,
      totalPages: countedTo / 20,
      totalIsMinimum: true,
    });
  });

  it('to many that lie far along the order finds them all the same', async () => {
    const walkable = 20_000;
    await sql`update things set word = 'late' where id > ${walkable} and word <> 'plum'`.execute(database.db);
    await sql`delete from things where id > ${walkable} and word = 'plum'`.execute(database.db);
    await sql`insert into things select n, n, 'late' from generate_series(${rows}::int + 1, ${rows}::int + 100) n`.execute(
      database.db,
    );
    const { ids, pagination } = await page(only('late'));
    expect(pagination.totalIsMinimum).toBe(true);
    expect(ids).toEqual(range(walkable + 1, 20));
  });

  it('to many can be read to its end: each page says whether there is another', async () => {
    const seen = new Set<number>();
    let totalPages = 1;
    for (let number = 1; number <= totalPages; number += 1) {
      const { ids, pagination } = await page(only('apple'), number, 500);
      for (const id of ids) seen.add(id);
      totalPages = pagination.totalPages;
    }
    expect(seen.size).toBe(15_000 - 15);
  });
});
