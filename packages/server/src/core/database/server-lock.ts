import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import { StartError } from '../start-error.ts';

export interface ServerLock {
  /** Resolves when the lock's connection has ended: PostgreSQL stopped, the network failed, or `release` was called. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** Another server has locked the database. */
export class DatabaseTaken extends StartError {}

/** How long to wait for the lock, because PostgreSQL needs a moment to notice that a killed server is gone. */
const patienceMs = 5000;
const pollMs = 50;

/** The key of the advisory lock. It is the same for every server, since advisory locks are local to a database. */
export const serverLockKey = '4271828182';
const keepAlives = 'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3';

/**
 * Makes sure that only one server uses this database, because two would not receive each other's in-process events. The lock belongs
 * to a dedicated connection, so it ends with the process, however that ends. TCP keep-alives detect a vanished machine after
 * half a minute. Throws `DatabaseTaken` when another server keeps the lock.
 */
export async function acquireServerLock(
  connection: PoolConfig,
  { what, dataDir }: { what: string; dataDir: string },
): Promise<ServerLock> {
  const client = new Client({ keepAlive: true, ...connection, application_name: ownName() });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // `end` follows every error and resolves `lost`.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(keepAlives);
    const deadline = Date.now() + patienceMs;
    while (!(await tryLock(client, serverLockKey)) || (await isFolderLocked(client, dataDir))) {
      if (Date.now() > deadline) {
        throw new DatabaseTaken(
          `Another Fairwatch server already uses ${what}${await holderOf(client)}. Stop it first.`,
        );
      }
      await delay(pollMs);
    }
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  return { lost, release: () => client.end() };
}

/** The application name, by which an owner finds the process that has the lock. PostgreSQL truncates it after 63 bytes. */
function ownName(): string {
  return `Fairwatch server, process ${process.pid} on ${hostname()}`;
}

async function tryLock(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key]);
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

/** Describes the server that has the lock; empty when this role may not see it. */
async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string | null }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.pid <> pg_backend_pid()
       and (l.classid::bigint << 32 | l.objid::bigint) = $1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [serverLockKey],
  );
  const name = /process \d+ on .+/.exec(rows[0]?.name ?? '')?.[0];
  return name === undefined ? '' : ` (${name})`;
}
