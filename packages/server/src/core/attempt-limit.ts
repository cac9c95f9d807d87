import { sql } from 'kysely';
import { AppError } from './app-error.ts';
import type { Database } from './database/schema.ts';

/** How often something may go wrong for one subject, such as an account or an address. */
export interface AttemptLimit {
  /** Names what is tried and by whom: `login:address:10.0.0.7`. */
  subject: string;
  failures: number;
  windowMs: number;
}

/** The limit is reached. The answer says when to come back. */
export class TooManyAttempts extends AppError {
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too_many_attempts', { minutes: Math.ceil(retryAfterSeconds / 60) });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Counts an attempt before it is made, so that many at once do not slip through, and throws when there were too many.
 * When the attempt succeeds, take it back with `forgiveAttempt` or `clearAttempts`.
 */
export async function takeAttempt(db: Database, { subject, failures, windowMs }: AttemptLimit): Promise<void> {
  const windowEnd = sql<Date>`now() + ${windowMs} * interval '1 millisecond'`;
  const row = await db
    .insertInto('attempt_limits')
    .values({ subject, failures: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql`case when attempt_limits.window_ends_at <= now() then 1
          else least(attempt_limits.failures + 1, ${failures + 1}) end`,
        window_ends_at: sql`case when attempt_limits.window_ends_at <= now() then excluded.window_ends_at
          else attempt_limits.window_ends_at end`,
      }),
    )
    .returning(['failures', sql<number>`extract(epoch from window_ends_at - now())::float8`.as('seconds_left')])
    .executeTakeFirstOrThrow();
  if (row.failures > failures) throw new TooManyAttempts(Math.max(1, Math.ceil(row.seconds_left)));
}

/** The attempt succeeded: it does not count, those before it still do. */
export async function forgiveAttempt(db: Database, subject: string): Promise<void> {
  await db
    .updateTable('attempt_limits')
    .set({ failures: sql`greatest(failures - 1, 0)` })
    .where('subject', '=', subject)
    .execute();
}

/** Forgets every failure of a subject. */
export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom('attempt_limits').where('subject', '=', subject).execute();
}

/** Removes what no longer limits anybody. */
export async function deleteEndedAttempts(db: Database): Promise<void> {
  await db
    .deleteFrom('attempt_limits')
    .where('window_ends_at', '<=', sql<Date>`now()`)
    .execute();
}
