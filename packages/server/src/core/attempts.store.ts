import { sql } from 'kysely';
import type { Database } from './database/schema.ts';

interface Counted {
  failures: number;
  /** Until they are forgotten. */
  secondsLeft: number;
}

/** Counts one more for a subject, up to a little over the most: what lies beyond makes no difference. */
export async function countAttempt(
  db: Database,
  subject: string,
  { most, windowMs }: { most: number; windowMs: number },
): Promise<Counted> {
  const windowEnd = sql<Date>`now() + ${windowMs} * interval '1 millisecond'`;
  return await db
    .insertInto('attempt_limits')
    .values({ subject, failures: 1, window_ends_at: windowEnd })
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet({
        failures: sql`case when attempt_limits.window_ends_at <= now() then 1
          else least(attempt_limits.failures + 1, ${most + 1}) end`,
        window_ends_at: sql`case when attempt_limits.window_ends_at <= now() then excluded.window_ends_at
          else attempt_limits.window_ends_at end`,
      }),
    )
    .returning(['failures', sql<number>`extract(epoch from window_ends_at - now())::float8`.as('secondsLeft')])
    .executeTakeFirstOrThrow();
}

/** The attempt succeeded: it does not count, those before it still do. `count` forgives so many. */
export async function forgiveAttempt(db: Database, subject: string, count = 1): Promise<void> {
  await db
    .updateTable('attempt_limits')
    .set({ failures: sql`greatest(failures - ${count}, 0)` })
    .where('subject', '=', subject)
    .execute();
}

/** Forgets every failure of a subject. */
export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom('attempt_limits').where('subject', '=', subject).execute();
}

/** Forgets every guess at an account's secret, from one address or over all: see core/session/guess-limit.ts. */
export async function clearAttemptsOf(db: Database, { kind, of }: { kind: string; of: string }): Promise<void> {
  await sql`
    delete from attempt_limits where subject in (${`${kind}:account:${of}`}, ${`${kind}:usual:${of}`})
      or (starts_with(subject, ${`${kind}:from:`}) and substr(subject, strpos(subject, ' ') + 1) = ${of})`.execute(db);
}

/** Removes what no longer limits anybody. */
export async function deleteEndedAttempts(db: Database): Promise<void> {
  await db
    .deleteFrom('attempt_limits')
    .where('window_ends_at', '<=', sql<Date>`now()`)
    .execute();
}
