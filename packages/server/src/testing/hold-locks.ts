import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import type { Database } from '../shared/schema/schema.ts';

/** Holds what `lock` locks, until the returned function is called. */
export async function holdLocks(
  db: Database,
  lock: (transaction: Database) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const held = db.transaction().execute(async (transaction) => {
    await lock(transaction);
    locked.resolve();
    await released.promise;
  });
  await Promise.race([locked.promise, held]);
  return async () => {
    released.resolve();
    await held;
  };
}

/** Waits until so many transactions of this database wait for a lock. */
export async function lockWaits(db: Database, count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      expect(rows.length).toBeGreaterThanOrEqual(count);
    },
    { timeout: 30_000, interval: 20 },
  );
}
