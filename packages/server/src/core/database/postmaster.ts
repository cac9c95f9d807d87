import { execFile } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A running PostgreSQL, as its pid file describes it. */
export interface Postmaster {
  pid: number;
  socketDir: string;
}

/**
 * Finds the PostgreSQL that runs in this folder. A pid file alone proves nothing: after a crash it stays behind, and
 * its number may belong to an unrelated process by now.
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

/** No system gives a process this number. */
const noProcess = 2_147_483_647;

/**
 * PostgreSQL would take the unrelated process for a server of its own and refuse to start. The rest of the file stays:
 * by it PostgreSQL finds out whether workers of the killed server are still writing.
 */
async function disown(file: string, content: string): Promise<void> {
  const unchanged = (await readFile(file, 'utf8').catch(() => '')) === content;
  if (unchanged) await writeFile(file, content.replace(/^.*/, String(noProcess)));
}

/** Whether this process is a PostgreSQL of this folder: it works in the folder, even after the folder was renamed. */
export async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return await commandNames(pid, cluster);
  try {
    const [workingDir, folder] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)]);
    return workingDir.ino === folder.ino && workingDir.dev === folder.dev;
  } catch {
    // Gone, or another user's: PostgreSQL of this folder runs under a user whose processes we can see.
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
