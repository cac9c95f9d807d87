import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import { StartError } from '../start-error.ts';

export interface ServerLock {
  /** Settles when the connection that holds the lock has ended, which means that PostgreSQL has, or by `release`. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** PostgreSQL needs a moment to notice that a killed server is gone. */
const patienceMs = 2000;
const pollMs = 50;

/** Makes sure that one server uses this data folder. The lock ends with our connection, however the process ends. */
export async function holdServerLock(connection: PoolConfig, dataDir: string): Promise<ServerLock> {
  const folder = `${hostname()}:${await realpath(dataDir)}`;
  const key = createHash('sha256').update(folder).digest().readBigInt64BE().toString();
  const client = new Client({ keepAlive: true, ...connection });
  const lost = new Promise<void>((resolve) => client.once('end', resolve));
  // Followed by `end`, which says all there is to do.
  client.on('error', () => {});
  await client.connect();
  const deadline = Date.now() + patienceMs;
  while (!(await tryLock(client, key))) {
    if (Date.now() > deadline) {
      await client.end();
      throw new StartError(`Another Fairwatch server already uses DATA_DIR ${dataDir}. Stop it first.`);
    }
    await delay(pollMs);
  }
  return { lost, release: () => client.end() };
}

async function tryLock(client: Client, key: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [key]);
  return rows[0]?.locked ?? false;
}
