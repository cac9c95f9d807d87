import type { PoolConfig } from 'pg';
import type { Log } from '../../core/log.ts';
import type { CoreLogEvent } from '../../core/log-events.ts';
import { auditSettings } from './audit-key.ts';
import type { Config } from '../../core/config.ts';
import { describeError } from '../../core/describe-error.ts';
import { StartError } from '../../core/start-error.ts';
import { findVault, openVault } from '../../core/vault.ts';
import { connectDatabase, type Connection } from '../../core/database/connect.ts';
import { clusterExists, startEmbeddedPostgres } from '../../core/database/embedded-postgres.ts';
import { keepDatabaseLease, type DatabaseLease } from '../../core/database/database-lease.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { acquireServerLock } from '../../core/database/server-lock.ts';

/** The location of a database. */
export type Where = Pick<Config, 'dataDir' | 'databaseUrl'>;

interface Source {
  connection: PoolConfig;
  adopted: boolean;
  stop(): Promise<void>;
}

/** A database that no other server uses. */
interface OwnedSource extends Source, DatabaseLease {
  /** Releases the database, and stops PostgreSQL if this server started it. */
  close(): Promise<void>;
}

/** An open database that no other server uses. */
interface OwnedConnection extends Connection<Schema> {
  /** How to reach PostgreSQL, for further connections of this server. */
  target: PoolConfig;
  /** Resolves when another server has taken the database while PostgreSQL was unavailable: this one has to stop. */
  taken: Promise<StartError>;
}

/**
 * Opens the database for a server: starts PostgreSQL unless one is running, locks out other servers, and migrates. When
 * PostgreSQL stops meanwhile, it is restarted; until then queries fail.
 */
export async function openDatabase(where: Where, log?: Log<CoreLogEvent>): Promise<OwnedConnection> {
  const first = await ownSource(where);
  const holding = keepDatabaseLease({ first, regain: () => regainSource(where), ...(log && { log }) });
  const { db, close: closePool } = connectDatabase<Schema>(first.connection, {
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

/** Opens the database exclusively, without migrating: starts PostgreSQL unless one is running, and takes the server lock. */
export async function ownSource(where: Where): Promise<OwnedSource> {
  const source = await openSource(where);
  try {
    const { lost, release } = await acquireServerLock(source.connection, ownerOf(where)).catch(explainConnection);
    const close = async () => {
      await release();
      await source.stop();
    };
    return { ...source, lost, close };
  } catch (error) {
    // A PostgreSQL that was already running may belong to another server, because we did not get the lock.
    if (!source.adopted) await source.stop();
    throw error;
  }
}

async function regainSource(where: Where): Promise<OwnedSource> {
  // Starting PostgreSQL here would create an empty database.
  if (where.databaseUrl === null && !(await clusterExists(where.dataDir))) {
    throw new StartError(`The database in ${where.dataDir} is gone.`);
  }
  return await ownSource(where);
}

/** Opens the database for a short task, whether a server is running or not. */
export async function openDatabaseBeside(where: Where): Promise<Connection<Schema>> {
  const source = await openSourceBeside(where);
  const vault = findVault(where.dataDir);
  const settings = vault && auditSettings(vault.auditKey);
  const { db, close } = connectDatabase<Schema>({ ...source.connection, max: 1 }, { ...(settings && { settings }) });
  return {
    db,
    close: async () => {
      await close();
      await source.close();
    },
  };
}

/** Throws when there is no database, because starting PostgreSQL would create an empty one. */
export async function requireDatabase({ dataDir, databaseUrl }: Where): Promise<void> {
  if (databaseUrl !== null || (await clusterExists(dataDir))) return;
  throw new StartError(`There is no database in ${dataDir} yet. Start Fairwatch once first.`);
}

/** Like `openDatabaseBeside`, for callers that open their own connection. */
export async function openSourceBeside(where: Where): Promise<Pick<OwnedSource, 'connection' | 'close'>> {
  await requireDatabase(where);
  const { connection, adopted, stop } = await openSource(where);
  const lock = adopted ? null : await acquireServerLock(connection, ownerOf(where));
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

/** Describes the database for error messages. */
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
