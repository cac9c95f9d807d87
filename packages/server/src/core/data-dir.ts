import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError } from './describe-error.ts';
import { StartError } from './config/start-error.ts';

/** The path of the file that marks a restore in progress. The data folder is incomplete while it exists. */
export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/**
 * The path of the file that marks a finished restore until the next start. It contains the time of the backup. An owner who
 * restores by other means (a disk snapshot) creates it by hand; earlier versions wrote it where a row marks the restore now.
 */
export function restoredMark(dataDir: string): string {
  return join(dataDir, 'restored');
}

/** Throws when a restore was interrupted, because a server would take the partial data as complete. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const marked = await access(restoreMark(dataDir)).then(
    () => true,
    () => false,
  );
  if (!marked) return;
  throw new StartError(`A restore into DATA_DIR ${dataDir} did not finish. Empty that folder and restore again.`);
}

/** Creates the data folder and checks that it is writable, before anything depends on it. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    // Under root, PostgreSQL runs as another user, who must be able to traverse the folder but not to list it.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${describeError(error)}`, { cause: error });
  }
}
