import { sql, type Kysely } from 'kysely';

/**
 * Runs `work` unless another server is doing the same: `lock` is the key of an advisory lock, from `lock-keys.ts`. Returns false
 * without having run it when the lock is taken. PostgreSQL releases the lock with the connection if this server dies.
 */
export async function whileAlone<Schema>(
  db: Kysely<Schema>,
  lock: number,
  work: (db: Kysely<Schema>) => Promise<void>,
): Promise<boolean> {
  return await db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${lock}) as locked`.execute(connection);
    if (rows[0]?.locked !== true) return false;
    return await unlockAfter(connection, lock, async () => {
      await work(connection);
      return true;
    });
  });
}

/** Like `whileAlone`, but waits until the other server is done. */
export async function onceAlone<Schema, Result>(
  db: Kysely<Schema>,
  lock: number,
  work: (db: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  return await db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${lock})`.execute(connection);
    return await unlockAfter(connection, lock, () => work(connection));
  });
}

async function unlockAfter<Schema, Result>(
  connection: Kysely<Schema>,
  lock: number,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await sql`select pg_advisory_unlock(${lock})`.execute(connection);
  }
}
