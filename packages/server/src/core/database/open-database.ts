import type { PoolConfig } from 'pg';
import type { Config } from '../config.ts';
import { describeError } from '../describe-error.ts';
import { StartError } from '../start-error.ts';
import { connectDatabase, type Connection } from './connect.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { holdServerLock } from './server-lock.ts';

type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

interface Source {
  connection: PoolConfig;
  adopted: boolean;
  stop(): Promise<void>;
}

/** Opens the database for a server: starts PostgreSQL unless there is one, keeps other servers out, migrates. */
export async function openDatabase(where: Where): Promise<Connection> {
  const source = await openSource(where);
  const undo: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const step of undo.toReversed()) await step();
  };
  // What runs already may belong to another server, until the lock says that it does not.
  if (!source.adopted) undo.push(source.stop);
  try {
    const lock = await holdServerLock(source.connection, where.dataDir).catch(explainConnection);
    if (source.adopted) undo.push(source.stop);
    undo.push(lock.release);
    const { db, close: closePool } = connectDatabase(source.connection);
    undo.push(closePool);
    await migrate(db).catch(explainMigration);
    return { db, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Opens it for a short task, beside a running server or without one. */
export async function openDatabaseBeside(where: Where): Promise<Connection> {
  const source = await openSource(where);
  const lock = source.adopted ? null : await holdServerLock(source.connection, where.dataDir);
  const { db, close } = connectDatabase({ ...source.connection, max: 1 });
  return {
    db,
    close: async () => {
      await close();
      await lock?.release();
      if (!source.adopted) await source.stop();
    },
  };
}

async function openSource({ dataDir, databaseUrl }: Where): Promise<Source> {
  if (databaseUrl === null) return await startEmbeddedPostgres(dataDir);
  return { connection: { connectionString: databaseUrl }, adopted: true, stop: async () => {} };
}

function explainConnection(error: unknown): never {
  if (error instanceof StartError) throw error;
  throw new StartError(`PostgreSQL at DATABASE_URL cannot be reached: ${describeError(error)}`, { cause: error });
}

function explainMigration(error: unknown): never {
  if (error instanceof StartError) throw error;
  throw new StartError(`The database cannot be brought to this version: ${describeError(error)}`, { cause: error });
}
