import { sql } from 'kysely';
import type { Database } from '../schema/schema.ts';

interface Counted {
  failures: number;
  /** Seconds until the window ends and the count starts anew. */
  secondsLeft: number;
}

/**
 * Increments the counter of a subject and returns it. It stops at one above `most`, which is enough to refuse and keeps the
 * number small.
 */
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

/** Takes up to `wanted` from what a subject may use in a window, and returns how many. Locks the subject until the transaction ends. */
export async function takeQuota(
  transaction: Database,
  subject: string,
  { most, windowMs }: { most: number; windowMs: number },
  wanted: number,
): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    with renewed as (
      insert into attempt_limits (subject, failures, window_ends_at)
      values (${subject}, 0, now() + ${windowMs} * interval '1 millisecond')
      on conflict (subject) do update set
        failures = case when attempt_limits.window_ends_at <= now() then 0 else attempt_limits.failures end,
        window_ends_at = case when attempt_limits.window_ends_at <= now() then excluded.window_ends_at
          else attempt_limits.window_ends_at end
      returning failures
    )
    select failures as used from renewed`.execute(transaction);
  const taken = Math.max(0, Math.min(wanted, most - (rows[0]?.used ?? 0)));
  await sql`update attempt_limits set failures = failures + ${taken} where subject = ${subject}`.execute(transaction);
  return taken;
}

/** Takes back `count` attempts that succeeded; failures before them still count. */
export async function forgiveAttempt(db: Database, subject: string, count = 1): Promise<void> {
  await db
    .updateTable('attempt_limits')
    .set({ failures: sql`greatest(failures - ${count}, 0)` })
    .where('subject', '=', subject)
    .execute();
}

/** Resets the counter of a subject. */
export async function clearAttempts(db: Database, subject: string): Promise<void> {
  await db.deleteFrom('attempt_limits').where('subject', '=', subject).execute();
}

/**
 * Resets all counters of guesses at an account's secret, from every address. modules/accounts/guess-limit.ts makes their
 * subjects.
 */
export async function clearAttemptsOf(db: Database, { kind, of }: { kind: string; of: string }): Promise<void> {
  await sql`
    delete from attempt_limits where subject in (${`${kind}:account:${of}`}, ${`${kind}:usual:${of}`})
      or (starts_with(subject, ${`${kind}:from:`}) and substr(subject, strpos(subject, ' ') + 1) = ${of})`.execute(db);
}

/** Deletes counters whose window has ended. */
export async function deleteEndedAttempts(db: Database): Promise<void> {
  await db
    .deleteFrom('attempt_limits')
    .where('window_ends_at', '<=', sql<Date>`now()`)
    .execute();
}
