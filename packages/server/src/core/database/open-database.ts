import type { PoolConfig } from 'pg';
import type { Logger } from 'pino';
import { auditSettings } from '../audit-key.ts';
import type { Config } from '../config.ts';
import { describeError } from '../describe-error.ts';
import { StartError } from '../start-error.ts';
import { findVault, openVault } from '../vault.ts';
import { connectDatabase, type Connection } from './connect.ts';
import { clusterExists, startEmbeddedPostgres } from './embedded-postgres.ts';
import { holdDatabase, type Hold } from './hold-database.ts';
import { migrate } from './migrate.ts';
import { holdServerLock } from './server-lock.ts';

/** Which database. */
export type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

interface Source {
  connection: PoolConfig;
  adopted: boolean;
  stop(): Promise<void>;
}

/** A database that this server owns. */
interface OwnedSource extends Source, Hold {
  /** Gives it up, and ends PostgreSQL where it is ours. */
  close(): Promise<void>;
}

/** An open database that no other server uses. */
interface OwnedConnection extends Connection {
  /** How PostgreSQL is reached, for further connections of this server. */
  target: PoolConfig;
  /** Settles when another server has taken it while PostgreSQL was away: this one has to end. */
  taken: Promise<StartError>;
}

/**
 * Opens the database for a server: starts PostgreSQL unless there is one, keeps other servers out, migrates. When
 * PostgreSQL ends while we run, it is brought back; until then queries fail.
 */
export async function openDatabase(where: Where, log?: Pick<Logger, 'warn' | 'error'>): Promise<OwnedConnection> {
  const first = await ownSource(where);
  const holding = holdDatabase({ first, regain: () => regainSource(where), ...(log && { log }) });
  const { db, close: closePool } = connectDatabase(first.connection, {
    mayConnect: holding.isHeld,
    settings: auditSettings(openVault(where.dataDir).auditKey),
  });
  const close = async () => {
    await closePool();
    await (await holding.stop())?.close();
  };
  try {
    await migrate(db).catch(explainMigration);
    return { db, close, taken: holding.taken, target: first.connection };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database with nobody else's server on it: PostgreSQL is started unless there is one, nothing is migrated. */
export async function ownSource(where: Where): Promise<OwnedSource> {
  const source = await openSource(where);
  try {
    const { lost, release } = await holdServerLock(source.connection, ownerOf(where)).catch(explainConnection);
    const close = async () => {
      await release();
      await source.stop();
    };
    return { ...source, lost, close };
  } catch (error) {
    // What ran already may belong to another server, since the lock did not say that it does not.
    if (!source.adopted) await source.stop();
    throw error;
  }
}

async function regainSource(where: Where): Promise<OwnedSource> {
  // A first start would make an empty one.
  if (where.databaseUrl === null && !(await clusterExists(where.dataDir))) {
    throw new StartError(`The database in ${where.dataDir} is gone.`);
  }
  return await ownSource(where);
}

/** Opens it for a short task, beside a running server or without one. */
export async function openDatabaseBeside(where: Where): Promise<Connection> {
  const source = await openSourceBeside(where);
  const vault = findVault(where.dataDir);
  const settings = vault && auditSettings(vault.auditKey);
  const { db, close } = connectDatabase({ ...source.connection, max: 1 }, { ...(settings && { settings }) });
  return {
    db,
    close: async () => {
      await close();
      await source.close();
    },
  };
}

/** Stops where there is nothing to open: to start PostgreSQL would make an empty database. */
export async function demandDatabase({ dataDir, databaseUrl }: Where): Promise<void> {
  if (databaseUrl !== null || (await clusterExists(dataDir))) return;
  throw new StartError(`There is no database in ${dataDir} yet. Start Fairwatch once first.`);
}

/** The same for whoever brings a connection of their own. */
export async function openSourceBeside(where: Where): Promise<Pick<OwnedSource, 'connection' | 'close'>> {
  await demandDatabase(where);
  const { connection, adopted, stop } = await openSource(where);
  const lock = adopted ? null : await holdServerLock(connection, ownerOf(where));
  return {
    connection,
    close: async () => {
      await lock?.release();
      if (!adopted) await stop();
    },
  };
}

async function openSource({ dataDir, databaseUrl }: Where): Promise<Source> {
  if (databaseUrl === null) return await startEmbeddedPostgres(dataDir);
  return { connection: { connectionString: databaseUrl }, adopted: true, stop: async () => {} };
}

/** The database as its owner knows it, and the data folder beside it. */
function ownerOf({ dataDir, databaseUrl }: Where): { what: string; dataDir: string } {
  return { what: databaseUrl === null ? `DATA_DIR ${dataDir}` : 'the database of DATABASE_URL', dataDir };
}

function explainConnection(error: unknown): never {
  if (error instanceof StartError) throw error;
  throw new StartError(`PostgreSQL at DATABASE_URL cannot be reached: ${describeError(error)}`, { cause: error });
}

function explainMigration(error: unknown): never {
  if (error instanceof StartError) throw error;
  throw new StartError(`The database cannot be brought to this version: ${describeError(error)}`, { cause: error });
}
