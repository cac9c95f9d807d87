import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { healthCheck, login } from '@fairwatch/contract';
import { Client, type PoolConfig } from 'pg';
import { startEmbeddedPostgres } from '../../../packages/server/src/core/database/embedded/embedded-postgres.ts';
import { type Served, serve } from './process.ts';

const adminPassword = 'measured-lantern-42';

/** As in production, without simulated phones. No page asks its owner at first who the installation is for. */
const production = {
  ADMIN_PASSWORD: adminPassword,
  DEMO_DEVICES: '0',
  LOG_LEVEL: 'warn',
  PRESET: 'everything',
};

/** A temporary data folder with a running PostgreSQL. A server that is started on it uses that database. */
export interface Ground {
  dataDir: string;
  connection: PoolConfig;
  /** The process of PostgreSQL. */
  postmaster: number;
  remove(): Promise<void>;
}

export async function prepareGround(): Promise<Ground> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fairwatch-bench-'));
  const pidFile = path.join(dataDir, 'postgres', 'postmaster.pid');
  // PostgreSQL runs as another user when we are root, and must reach its folder.
  await chmod(dataDir, 0o755);
  const postgres = await startEmbeddedPostgres(dataDir);
  const postmaster = Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  // PostgreSQL must be stopped on an interrupt, too.
  const endWithUs = () => {
    if (existsSync(pidFile)) process.kill(postmaster, 'SIGINT');
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  process.once('exit', endWithUs);
  return {
    dataDir,
    connection: postgres.connection,
    postmaster,
    async remove() {
      process.off('exit', endWithUs);
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The functions that stop the parts of a bench, in the order in which the parts were started. */
export type Closers = (() => Promise<unknown>)[];

/** Runs a bench with a data folder of its own. In the end, the closers run in reverse order, even after an error. */
export async function onGround(work: (ground: Ground, closers: Closers) => Promise<void>): Promise<void> {
  const ground = await prepareGround();
  const closers: Closers = [() => ground.remove()];
  try {
    await work(ground, closers);
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** The environment of a server on this data folder, which neither starts nor stops the database. */
export function databaseEnvironment(
  { dataDir, connection }: Ground,
  database = connection.database,
): Record<string, string> {
  const { host = '', port, user } = connection;
  const url = `postgresql:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`;
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: url,
    ...production,
  };
}

/** Starts the product. */
export async function startProduct(dataDir: string, command: 'node' | 'npm' = 'node'): Promise<Served> {
  const start =
    command === 'npm'
      ? { file: 'npm', args: ['start', '--silent'] }
      : { file: process.execPath, args: ['packages/server/src/main.ts'] };
  return await serve({
    ...start,
    env: { DATA_DIR: dataDir, ...production },
    probe: healthCheck.path,
  });
}

/** Like `startProduct`, on an existing database. */
export async function startProductAt(env: Readonly<Record<string, string>>): Promise<Served> {
  return await serve({ file: process.execPath, args: ['packages/server/src/main.ts'], env, probe: healthCheck.path });
}

/**
 * The product over a database of its own on this ground, into which `fill` puts rows while nobody uses it. What ends it is
 * added to the closers at once.
 */
export async function startFilled<Filled>(
  ground: Ground,
  database: string,
  closers: Closers,
  fill: (client: Client) => Promise<Filled>,
): Promise<{ product: Served; filled: Filled }> {
  await withClient(ground.connection, (client) => client.query(`create database ${database}`));
  const product = await startProductAt(databaseEnvironment(ground, database));
  closers.push(product.stop);
  return { product, filled: await withClient({ ...ground.connection, database }, fill) };
}

export async function withClient<Result>(
  connection: PoolConfig,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A token of the first admin. */
export async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}${login.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  return data.token;
}
