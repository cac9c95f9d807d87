import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { selectPage } from './page.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await sql`insert into users (username, user_type, admin_role)
    select 'user-' || n, 'USER', 'NON_ADMIN' from generate_series(1, 25) as n`.execute(database.db);
});
afterAll(() => database.close());

const built = () => ({
  rows: database.db.selectFrom('users').select(['id', 'username']).orderBy('id', 'desc'),
  total: database.db.selectFrom('users').select(({ fn }) => fn.countAll().as('total')),
});
const raw = () => ({
  rows: sql`select id, username from users where username like ${'user-%'} order by id desc`,
  total: sql`select count(*) from users`,
});

describe.each([
  ['a built query', built],
  ['a written query', raw],
])('a page of %s', (_name, queries) => {
  it('has its rows in order, and the total', async () => {
    const { json, pagination } = await selectPage(database.db, queries(), { page: 2, pageSize: 10 });
    const rows = JSON.parse(json) as { id: number; username: string }[];
    expect(rows.map(({ username }) => username)).toEqual(Array.from({ length: 10 }, (_, n) => `user-${15 - n}`));
    expect(pagination).toEqual({ page: 2, pageSize: 10, totalItems: 25, totalPages: 3 });
  });

  it('is empty past the end', async () => {
    const { json, pagination } = await selectPage(database.db, queries(), { page: 9, pageSize: 10 });
    expect(json).toBe('[]');
    expect(pagination).toEqual({ page: 9, pageSize: 10, totalItems: 25, totalPages: 3 });
  });
});
