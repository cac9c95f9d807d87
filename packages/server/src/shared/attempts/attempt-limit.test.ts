import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '../../testing/servers/test-database.ts';
import { takeAttempt } from './attempt-limit.ts';
import { TooManyAttempts } from '../../core/app-error.ts';
import { clearAttempts, deleteEndedAttempts, forgiveAttempt } from './attempts.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const take = (subject: string) => takeAttempt(database.db, { subject, failures: 2, windowMs: 90_000 });

describe('an attempt limit', () => {
  it('allows so many failures, then tells how long to wait', async () => {
    await take('a');
    await take('a');
    const refusal = (await take('a').catch((error: unknown) => error)) as TooManyAttempts;
    expect(refusal).toBeInstanceOf(TooManyAttempts);
    expect(refusal.status).toBe(429);
    // The whole window, minus the time that has passed since.
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(90);
    expect(refusal.retryAfterSeconds).toBeGreaterThan(60);
    expect(String(refusal)).toContain('in 2 min');
    await expect(take('b')).resolves.toBeUndefined();
  });

  it('takes back what succeeded', async () => {
    await take('c');
    await take('c');
    await forgiveAttempt(database.db, 'c');
    await take('c');
    await expect(take('c')).rejects.toThrow(TooManyAttempts);
    await clearAttempts(database.db, 'c');
    await expect(take('c')).resolves.toBeUndefined();
  });

  it('leaves nothing behind when its window has ended', async () => {
    await take('d');
    await sql`update attempt_limits set window_ends_at = now() where subject = 'd'`.execute(database.db);
    await deleteEndedAttempts(database.db);
    const left = await database.db.selectFrom('attempt_limits').select('subject').execute();
    expect(left.map(({ subject }) => subject)).not.toContain('d');
    expect(left.length).toBeGreaterThan(0);
  });
});
