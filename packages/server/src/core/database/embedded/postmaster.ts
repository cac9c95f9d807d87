import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A running PostgreSQL as described by its pid file. */
export interface Postmaster {
  pid: number;
  socketDir: string;
}

/**
 * Finds the PostgreSQL that runs in this folder. The pid file alone proves nothing: it survives a crash, and
 * its pid may belong to an unrelated process by now.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = join(cluster, 'postmaster.pid');
  const content = await readFile(file, 'utf8').catch(() => '');
  const [pidLine, , , , socketDir] = content.split('\n');
  const pid = Number(pidLine);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (await runsIn(pid, cluster)) return { pid, socketDir: socketDir ?? '' };
  if (isAlive(pid)) await disown(file, content);
  return null;
}

/** A pid that no system assigns. */
const noProcess = 2_147_483_647;

/**
 * Overwrites the pid in a stale file, because PostgreSQL would take the unrelated process for its own and refuse to start. The rest
 * of the file stays: PostgreSQL uses it to detect workers of the killed server that are still writing.
 */
async function disown(file: string, content: string): Promise<void> {
  const unchanged = (await readFile(file, 'utf8').catch(() => '')) === content;
  if (unchanged) await writeFile(file, content.replace(/^.*/, String(noProcess)));
}

/** True when the process is a PostgreSQL of this folder. Its working directory is compared, which survives a rename. */
export async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return await commandNames(pid, cluster);
  try {
    const [workingDir, folder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return workingDir.ino === folder.ino && workingDir.dev === folder.dev;
  } catch {
    // The process has exited, or belongs to a user whose processes we cannot inspect, so it is not our PostgreSQL.
    return false;
  }
}

async function commandNames(pid: number, cluster: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)]);
    return stdout.includes(cluster);
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
