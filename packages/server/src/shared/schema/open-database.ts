import type { PoolConfig } from 'pg';
import type { Log } from '../../core/log.ts';
import type { CoreLogEvent } from '../../core/log-events.ts';
import { auditSettings } from './audit-key.ts';
import type { Config } from '../../core/config/config.ts';
import { describeError } from '../../core/describe-error.ts';
import { StartError } from '../../core/config/start-error.ts';
import { findVault, type AuditKeys, type VaultPlace } from '../../core/vault.ts';
import { connectDatabase, databaseOver, type Connection, type SessionSettings } from '../../core/database/connect.ts';
import { clusterExists, startEmbeddedPostgres } from '../../core/database/embedded/embedded-postgres.ts';
import { keepDatabaseLease, type DatabaseLease } from '../../core/database/database-lease.ts';
import { admitServer, checkVaultKey, openVaultOf } from './admission/admission.ts';
import { findNewestMigration, migrate, refuseOlder } from './migrate.ts';
import type { Database, Schema } from './schema.ts';
import { acquireServerLock, type ServerLock } from '../../core/database/embedded/server-lock.ts';

/** The location of a database and of the key of its vault. */
export type Where = Pick<Config, 'databaseUrl'> & VaultPlace;

interface Source {
  connection: PoolConfig;
  adopted: boolean;
  stop(): Promise<void>;
}

/** A database that only this server uses, or only servers of its cluster. */
interface OwnedSource extends Source, DatabaseLease, Pick<ServerLock, 'client' | 'isFirst' | 'admit'> {
  /** Releases the database, and stops PostgreSQL if this server started it. */
  close(): Promise<void>;
}

/** An open database that only this server uses, or only servers of its cluster. */
interface OwnedConnection extends Connection<Schema> {
  /** How to reach PostgreSQL, for further connections of this server. */
  target: PoolConfig;
  /** Resolves when another server has taken the database while PostgreSQL was unavailable: this one has to stop. */
  taken: Promise<StartError>;
}

/**
 * Opens the database for a server: starts PostgreSQL unless one is running, locks out other servers that do not belong to this
 * one, and migrates. When PostgreSQL stops meanwhile, it is restarted; until then queries fail.
 */
export async function openDatabase(config: Config, log?: Log<CoreLogEvent>): Promise<OwnedConnection> {
  const isCluster = config.natsUrl !== null;
  const newestMigration = await findNewestMigration();
  const first = await ownSource(config, isCluster);
  const vault = await closeOnError(first, async () => {
    // Before the vault, which may create a key.
    await refuseOlder(overLock(first));
    return await openVaultOf(overLock(first), config);
  });
  const admit = async (source: OwnedSource) => {
    await admitServer(overLock(source), { config, vault, isFirst: source.isFirst, newestMigration });
    await source.admit();
  };
  const regain = async () => {
    const source = await regainSource(config, isCluster);
    await closeOnError(source, () => admit(source));
    return source;
  };
  const holding = keepDatabaseLease({ first, regain, ...(log && { log }) });
  const { db, close: closePool } = connectDatabase<Schema>(first.connection, {
    mayConnect: holding.isHeld,
    settings: serverSettings(vault.auditKey, isCluster),
  });
  const close = async () => {
    await closePool();
    await (await holding.stop())?.close();
  };
  try {
    // The others have the same version, or this server is not admitted below: there is nothing to migrate beside them.
    if (first.isFirst) await migrate(db).catch(explainMigration);
    await admit(first);
    return { db, close, taken: holding.taken, target: first.connection };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The database over the connection that has the lock, which is there before the pool and while the pool may not connect. */
function overLock({ client }: OwnedSource): Database {
  return databaseOver<Schema>(client);
}

/**
 * In a cluster a server that stalls in a transaction must not block the others: the rows that it has locked are released after this time,
 * and its devices can connect elsewhere.
 */
const stalledTransaction = { idle_in_transaction_session_timeout: '5s' };

function serverSettings(auditKey: AuditKeys, isCluster: boolean): SessionSettings {
  const audit = auditSettings(auditKey);
  return () => ({ ...audit(), ...(isCluster && stalledTransaction) });
}

async function closeOnError<Result>(source: Pick<OwnedSource, 'close'>, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await source.close();
    throw error;
  }
}

/**
 * Opens the database without migrating: starts PostgreSQL unless one is running, and takes the server lock, which a server of a
 * cluster shares with the others.
 */
export async function ownSource(where: Where, isCluster = false): Promise<OwnedSource> {
  const source = await openSource(where);
  try {
    const lock = await acquireServerLock(source.connection, { ...ownerOf(where), isCluster }).catch(explainConnection);
    const close = async () => {
      await lock.release();
      await source.stop();
    };
    return { ...source, ...lock, close };
  } catch (error) {
    // A PostgreSQL that was already running may belong to another server, because we did not get the lock.
    if (!source.adopted) await source.stop();
    throw error;
  }
}

async function regainSource(where: Where, isCluster: boolean): Promise<OwnedSource> {
  // Starting PostgreSQL here would create an empty database.
  if (where.databaseUrl === null && !(await clusterExists(where.dataDir))) {
    throw new StartError(`The database in ${where.dataDir} is gone.`);
  }
  return await ownSource(where, isCluster);
}

/** Opens the database for a short task, whether a server is running or not. */
export async function openDatabaseBeside(where: Where): Promise<Connection<Schema>> {
  const source = await openSourceBeside(where);
  const vault = findVault(where);
  const settings = vault && auditSettings(vault.auditKey);
  const { db, close: closePool } = connectDatabase<Schema>(
    { ...source.connection, max: 1 },
    { ...(settings && { settings }) },
  );
  const close = async () => {
    await closePool();
    await source.close();
  };
  // With another key, whatever is logged here would break its chain.
  if (vault !== null) await closeOnError({ close }, () => checkVaultKey(db, vault, where));
  return { db, close };
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
