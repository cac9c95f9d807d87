import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openReadLanes, type ReadLanes } from './read-lanes.ts';

let database: TestDatabase;
let lanes: ReadLanes;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  await sql`create sequence readings`.execute(database.db);
  lanes = openReadLanes(database.connection);
});
afterAll(async () => {
  await lanes.close();
  await database.close();
});

/** Each time PostgreSQL reads this, it gives another number. */
async function reading(of: string): Promise<{ of: string; number: string }> {
  const [row] = await lanes.ask({
    name: 'reading',
    text: `select $1::text as of, nextval('readings') as number`,
    values: [of],
  });
  return row as { of: string; number: string };
}

const broken = () => lanes.ask({ name: 'broken', text: 'select 1 / $1::int', values: [0] });

describe('reads over lanes', () => {
  it('are asked once when the same is asked in the same turn, each for itself otherwise', async () => {
    const [one, same, other] = await Promise.all([reading('one'), reading('one'), reading('other')]);
    expect(same).toEqual(one);
    expect(other.of).toBe('other');
    expect(other.number).not.toBe(one.number);
    expect((await reading('one')).number).not.toBe(one.number);
  });

  it('are answered each with its own, however many are under way', async () => {
    const names = Array.from({ length: 200 }, (_, place) => `name ${place}`);
    const answers = await Promise.all(names.map(reading));
    expect(answers.map(({ of }) => of)).toEqual(names);
  });

  it('fail alone', async () => {
    const [before, failed, after] = await Promise.allSettled([reading('before'), broken(), reading('after')]);
    expect(before.status).toBe('fulfilled');
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
    expect(after.status).toBe('fulfilled');
  });

  it('go on over a new connection after one broke', async () => {
    await Promise.all([reading('one'), reading('other')]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    await expect.poll(() => reading('again').catch(() => null)).toMatchObject({ of: 'again' });
    await expect.poll(() => reading('again').catch(() => null)).toMatchObject({ of: 'again' });
  });
});
