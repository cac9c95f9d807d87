import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { openReadPipeline, type ReadPipeline } from './read-pipeline.ts';

let database: TestDatabase;
let pipeline: ReadPipeline;

beforeAll(async () => {
  database = await createTestDatabase({ migrated: false });
  await sql`create sequence readings`.execute(database.db);
  pipeline = openReadPipeline(database.connection);
});
afterAll(async () => {
  await pipeline.close();
  await database.close();
});

/** Returns a new number each time that PostgreSQL runs the query. */
async function reading(of: string): Promise<{ of: string; number: string }> {
  const [row] = await pipeline.run({
    name: 'reading',
    text: `select $1::text as of, nextval('readings') as number`,
    values: [of],
  });
  return row as { of: string; number: string };
}

const broken = () => pipeline.run({ name: 'broken', text: 'select 1 / $1::int', values: [0] });

const sleep = (impatient: ReadPipeline) => impatient.run({ name: 'sleep', text: 'select pg_sleep(3600)', values: [] });
const look = (impatient: ReadPipeline) => impatient.run({ name: 'look', text: 'select 1 as one', values: [] });

describe('pipelined reads', () => {
  it('are sent once when identical within one event loop iteration, and separately otherwise', async () => {
    const [one, same, other] = await Promise.all([reading('one'), reading('one'), reading('other')]);
    expect(same).toEqual(one);
    expect(other.of).toBe('other');
    expect(other.number).not.toBe(one.number);
    expect((await reading('one')).number).not.toBe(one.number);
  });

  it('return each its own result, however many are pending', async () => {
    const names = Array.from({ length: 200 }, (_, place) => `name ${place}`);
    const answers = await Promise.all(names.map(reading));
    expect(answers.map(({ of }) => of)).toEqual(names);
  });

  it('fail without failing the others', async () => {
    const [before, failed, after] = await Promise.allSettled([reading('before'), broken(), reading('after')]);
    expect(before.status).toBe('fulfilled');
    expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } });
    expect(after.status).toBe('fulfilled');
  });

  it('continue on a new connection after one broke', async () => {
    await Promise.all([reading('one'), reading('other')]);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
    await expect.poll(() => reading('again').catch(() => null)).toMatchObject({ of: 'again' });
    await expect.poll(() => reading('again').catch(() => null)).toMatchObject({ of: 'again' });
  });

  it('that take too long are ended by PostgreSQL, and the others of the connection go on', async () => {
    const impatient = openReadPipeline(database.connection, { statementMs: 200, answerMs: 3_600_000 });
    onTestFinished(() => impatient.close());
    const [slow, after] = await Promise.allSettled([sleep(impatient), look(impatient)]);
    expect(slow).toMatchObject({ status: 'rejected', reason: { code: '57014' } });
    expect(after).toMatchObject({ status: 'fulfilled', value: [{ one: 1 }] });
  });

  it('that are never answered fail, and later ones get a new connection', async () => {
    const impatient = openReadPipeline(database.connection, { statementMs: 3_600_000, answerMs: 500 });
    onTestFinished(() => impatient.close());
    // Both connections hang.
    for (const hung of await Promise.allSettled([sleep(impatient), look(impatient)])) {
      expect(hung).toMatchObject({ status: 'rejected' });
    }
    await expect.poll(() => look(impatient).catch(() => null)).toEqual([{ one: 1 }]);
  });
});
