import { limits } from '@fairwatch/contract';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { selectLongListPage, type LongList } from './long-list.ts';
import { param } from './named-query.ts';

let database: TestDatabase;
const rows = 30_000;
const { countedTo } = limits.page;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`create table things (id int primary key, place int not null, word text not null)`.execute(database.db);
  // The first half of the rows are apples, the second half pears, and every thousandth is a plum.
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
  where: sql`t.place > ${param('above')}`,
  kept: sql`select ${param('kept')}::int`,
  narrowed: null,
  sortBy: sql`t.place`,
  direction: 'asc',
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
  it('takes its total from the kept count and never counts rows', async () => {
    const { ids, pagination } = await page({ values: { above: 0, kept: 123_456 } });
    expect(ids).toEqual(range(1, 20));
    expect(pagination).toEqual({ page: 1, pageSize: 20, totalItems: 123_456, totalPages: 6173 });
  });

  it.each([1, 2, 750, 1500])('returns page %i in both directions', async (number) => {
    expect((await page({}, number)).ids).toEqual(range((number - 1) * 20 + 1, 20));
    expect((await page({ direction: 'desc' }, number)).ids).toEqual(range(rows - (number - 1) * 20, 20, -1));
  });

  it('is empty past its end', async () => {
    expect((await page({}, 1501)).ids).toEqual([]);
  });

  it('with a name is prepared once and still takes other parameters', async () => {
    for (const above of [0, 100, 200, 300, 400, 500, 600]) {
      const { ids } = await page({ name: 'things', values: { above, kept: 1 } });
      expect(ids).toEqual(range(above + 1, 20));
    }
  });
});

/** Reads all pages by cursor, as an export does; returns the ids of each page. */
async function whole(list: Partial<LongList>, pageSize: number, between: () => Promise<unknown> = async () => {}) {
  const pages: number[][] = [];
  let after: string | undefined = '';
  while (after !== undefined) {
    const asked = { page: pages.length + 1, pageSize, after };
    const { json, pagination } = await selectLongListPage(database.db, { ...base, ...list }, asked);
    pages.push((JSON.parse(json) as { id: number }[]).map(({ id }) => id));
    after = pagination.next;
    const seen = (pages.length - 1) * pageSize + (pages.at(-1)?.length ?? 0);
    // The first page knows the total. A later page only knows what was read so far, plus one if another page follows.
    const total = pages.length === 1 ? pagination.totalItems : seen + (after === undefined ? 0 : 1);
    expect(pagination.totalItems).toBe(total);
    await between();
  }
  return pages;
}

describe('a long list, read by cursor', () => {
  it.each(['asc', 'desc'] as const)('returns every row exactly once, %s', async (direction) => {
    const ids = range(1, rows);
    expect((await whole({ direction }, 500)).flat()).toEqual(direction === 'asc' ? ids : ids.toReversed());
  });

  it.each(['asc', 'desc'] as const)(
    'gives every row once where many share what they are sorted by, %s',
    async (direction) => {
      for (const sortBy of [
        sql`t.word`,
        sql`(t.place < 100)`,
        sql`t.place / 1000`,
        sql`t.place / 7.0::float8`,
        sql`t.place * 0`,
      ]) {
        const pages = await whole({ sortBy, direction, where: sql`t.place <= 1234` }, 50);
        const { rows: sorted } = await sql<{ id: number }>`select t.id from things t where t.place <= 1234
        order by (${sortBy}) ${sql.raw(direction)}, t.id ${sql.raw(direction)}`.execute(database.db);
        expect(pages.flat()).toEqual(sorted.map(({ id }) => id));
        expect(pages).toHaveLength(Math.ceil(1234 / 50));
      }
    },
  );

  it('returns all rows of a search, few or many, and an empty page when nothing matches', async () => {
    expect((await whole(only('plum'), 7)).flat()).toEqual(range(1000, 30, 1000));
    expect((await whole(only('apple'), 500)).flat()).toHaveLength(15_000 - 15);
    expect(await whole(only('fig'), 500)).toEqual([[]]);
  });

  it('continues after a deleted row at the end of a page without missing the next one', async () => {
    await sql`create table passing as select * from things where id <= 100`.execute(database.db);
    const table = sql`passing t`;
    const remove = () => sql`delete from passing where id in (20, 21, 40)`.execute(database.db);
    const pages = await whole({ table, sources: table }, 20, remove);
    expect(pages.flat()).toEqual(range(1, 100).filter((id) => id !== 21 && id !== 40));
  });

  it('reads each page from the index, starting at the cursor', async () => {
    const place = sql`(t.place, t.id) > (${'25000'}, ${25_000}::bigint)`;
    const { rows: lines } = await sql<{ 'QUERY PLAN': string }>`
      explain select t.id from things t where ${place} order by t.place, t.id limit 500`.execute(database.db);
    expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Cond: \(ROW\(place, id\) > ROW\(25000, /);
  });
});

describe('a long list with a search', () => {
  it('counts few matches exactly', async () => {
    const { ids, pagination } = await page(only('plum'), 2);
    expect(ids).toEqual(range(21_000, 10, 1000));
    expect(pagination).toEqual({ page: 2, pageSize: 20, totalItems: 30, totalPages: 2 });
    expect((await page(only('fig'))).pagination).toEqual({ page: 1, pageSize: 20, totalItems: 0, totalPages: 0 });
  });

  it('reports a minimum for many matches', async () => {
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

  it('finds many matches that lie late in the order', async () => {
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

  it('can be paged to the end of many matches: each page says whether another follows', async () => {
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
