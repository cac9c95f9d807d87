import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describeError } from '../../describe-error.ts';
import { StartError } from '../../config/start-error.ts';
import { postgresEnvironment } from './postgres-environment.ts';
import { callAs, giveTo, type PostgresOwner } from './postgres-owner.ts';

const run = promisify(execFile);

/** The PostgreSQL role that owns the database. */
export const databaseUser = 'fairwatch';

/** Defaults that are written into postgresql.conf, where the owner of a larger machine can change them. */
const settings = {
  max_connections: '40',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  max_wal_size: '1GB',
  wal_compression: 'on',
  random_page_cost: '1.1',
  // Compiling short queries takes longer than running them.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The server logs failed statements itself, without the personal data that PostgreSQL's messages may quote.
  log_min_messages: 'fatal',
};

/** Creates a database folder. It is built under a temporary name, flushed, and renamed, so it is never incomplete. */
export async function initialiseCluster(cluster: string, owner: PostgresOwner, initdb: string): Promise<void> {
  await removeLeftovers(cluster);
  const unfinished = `${cluster}.new-${process.pid}`;
  await mkdir(unfinished, { mode: 0o700 });
  await giveTo(owner, unfinished);
  const invoke = async (args: string[]) => {
    const call = callAs(owner, initdb, ['--pgdata', unfinished, ...args]);
    await run(call.file, call.args, { ...call.identity, cwd: '/', env: postgresEnvironment() });
  };
  try {
    await invoke([
      `--username=${databaseUser}`,
      // No password is needed, because only the owner of the folder can reach the socket inside it.
      '--auth=trust',
      '--encoding=UTF8',
      // The built-in collation sorts texts the same on every system, also after an upgrade of its libraries.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-sync',
      '--no-instructions',
      ...Object.entries(settings).map(([name, value]) => `--set=${name}=${value}`),
    ]);
    await invoke(['--sync-only']);
    await rename(unfinished, cluster);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw new StartError(`The database could not be made in ${cluster}: ${reasonOf(error)}`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
  return /(?:FATAL|error): *(.+)/.exec(output)?.[1] ?? (output.trim().split('\n', 1)[0] || describeError(error));
}

/** Removes the temporary folders of interrupted first starts. */
async function removeLeftovers(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  const leftovers = (await readdir(folder)).filter((name) => name.startsWith(`${basename(cluster)}.new-`));
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}
