import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import { StartError } from '../../config/start-error.ts';

export interface ServerLock {
  /** The connection that has the lock. */
  client: Client;
  /** Resolves when the lock's connection has ended: PostgreSQL stopped, the network failed, or `release` was called. */
  lost: Promise<void>;
  /** True when no other server was admitted to this database: this one sets the facts with which the others must agree. */
  isFirst: boolean;
  /** Lets the next server of the cluster in. Call it when this one has compared or written the facts. */
  admit(): Promise<void>;
  release(): Promise<void>;
}

/** This server may not use the database: another one has locked it, or those that use it do not agree with this one. */
export class DatabaseTaken extends StartError {}

/** How long to wait for the lock, because PostgreSQL needs a moment to notice that a killed server is gone. */
const patienceMs = 5000;
const pollMs = 50;

/** The key of the advisory lock. It is the same for every server, since advisory locks are local to a database. */
export const serverLockKey = '4271828182';
/** Held by one server of a cluster at a time, from its start until it is admitted. */
const admissionKey = '4271828183';
/** Shared by all servers of a cluster that were admitted. */
export const memberLockKey = '4271828184';
const keepAlives = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

interface LockOptions {
  /** Describes the database for error messages. */
  what: string;
  dataDir: string;
  /** True for a server of a cluster, which shares the lock with the others. */
  isCluster?: boolean;
}

/**
 * Makes sure that only one server uses this database, or only servers of one cluster: servers without a common bus would not
 * receive each other's events. The lock belongs to a dedicated connection, so it ends with the process, however that ends. TCP
 * keep-alives detect a vanished machine after half a minute. Throws `DatabaseTaken` when another server keeps the lock.
 */
export async function acquireServerLock(connection: PoolConfig, options: LockOptions): Promise<ServerLock> {
  const { what, dataDir, isCluster = false } = options;
  const client = new Client({ keepAlive: true, ...connection, application_name: ownName() });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // `end` follows every error and resolves `lost`.
  client.on('error', () => {});
  await client.connect();
  try {
    await refuseOldPostgres(client);
    await client.query(keepAlives);
    const deadline = Date.now() + patienceMs;
    while (!(await tryLock(client, serverLockKey, isCluster)) || (await isFolderLocked(client, dataDir))) {
      if (Date.now() > deadline) throw new DatabaseTaken(await refusal(client, what, isCluster));
      await delay(pollMs);
    }
    return { client, lost, release: () => client.end(), ...(isCluster ? await waitForAdmission(client) : alone) };
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
}

/** Older versions lack what our migrations use, and would fail in the middle of them. */
const oldestPostgres = 16;

/** Throws when PostgreSQL is too old. `server_version_num` is the major version times 10,000 plus the minor one. */
export async function refuseOldPostgres(client: Pick<Client, 'query'>): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  const [found] = rows;
  if (found === undefined || found.number >= oldestPostgres * 10_000) return;
  throw new StartError(
    `PostgreSQL at DATABASE_URL has version ${found.version}. Fairwatch needs ${oldestPostgres} or newer.`,
  );
}

/** A server that shares the database with nobody is always the first one. */
const alone = { isFirst: true, admit: async () => {} };

/** Waits until no other server of the cluster is starting. */
async function waitForAdmission(client: Client): Promise<Pick<ServerLock, 'isFirst' | 'admit'>> {
  await client.query('select pg_advisory_lock($1)', [admissionKey]);
  const isFirst = await tryLock(client, memberLockKey);
  if (isFirst) await client.query('select pg_advisory_unlock($1)', [memberLockKey]);
  return {
    isFirst,
    admit: async () => {
      await client.query('select pg_advisory_lock_shared($1)', [memberLockKey]);
      await client.query('select pg_advisory_unlock($1)', [admissionKey]);
    },
  };
}

/** The application name, by which an owner finds the process that has the lock. PostgreSQL truncates it after 63 bytes. */
function ownName(): string {
  return `Fairwatch server, process ${process.pid} on ${hostname()}`;
}

async function tryLock(client: Client, key: string, isShared = false): Promise<boolean> {
  const statement = isShared
    ? 'select pg_try_advisory_lock_shared($1) as locked'
    : 'select pg_try_advisory_lock($1) as locked';
  const { rows } = await client.query<{ locked: boolean }>(statement, [key]);
  return rows[0]?.locked ?? false;
}

/**
 * True while a server of an earlier version runs on this data folder. Such a server locks a key made of host and folder, and
 * must stop before an upgrade begins.
 */
async function isFolderLocked(client: Client, dataDir: string): Promise<boolean> {
  const folder = `${hostname()}:${await realpath(dataDir)}`;
  const key = createHash('sha256').update(folder).digest().readBigInt64BE().toString();
  if (!(await tryLock(client, key))) return true;
  await client.query('select pg_advisory_unlock($1)', [key]);
  return false;
}

/** Says who has the lock, and what the owner can do. */
async function refusal(client: Client, what: string, isCluster: boolean): Promise<string> {
  const { name, isShared } = await findHolder(client);
  if (isShared) {
    return `A cluster of Fairwatch servers already uses ${what}${name}. Set NATS_URL as they have it to join them, or stop them first.`;
  }
  if (isCluster) {
    return `A Fairwatch server without NATS_URL, or a restore, already uses ${what}${name}. Stop it first.`;
  }
  return `Another Fairwatch server already uses ${what}${name}. Stop it first.`;
}

/** Finds a server that has the lock. Its name is empty when this role may not see it. */
async function findHolder(client: Client): Promise<{ name: string; isShared: boolean }> {
  const { rows } = await client.query<{ name: string | null; shared: boolean }>(
    `select a.application_name as name, l.mode = 'ShareLock' as shared
     from pg_locks l left join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.pid <> pg_backend_pid()
       and (l.classid::bigint << 32 | l.objid::bigint) = $1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [serverLockKey],
  );
  const name = /process \d+ on .+/.exec(rows[0]?.name ?? '')?.[0];
  return { name: name === undefined ? '' : ` (${name})`, isShared: rows[0]?.shared ?? false };
}
