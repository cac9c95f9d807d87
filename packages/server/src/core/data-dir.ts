import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError } from './describe-error.ts';
import { StartError } from './start-error.ts';

/** Lies in a data folder while it is restored: what is there is not whole. */
export function restoreMark(dataDir: string): string {
  return join(dataDir, 'restoring');
}

/**
 * Lies in a data folder from its restore to the next start, and says of which moment the backup is. Whoever brings a system
 * back in another way puts it there by hand.
 */
export function restoredMark(dataDir: string): string {
  return join(dataDir, 'restored');
}

/** Stops where a restore was cut off: a server would take what there is for all there is. */
export async function refuseHalfRestored(dataDir: string): Promise<void> {
  const marked = await access(restoreMark(dataDir)).then(
    () => true,
    () => false,
  );
  if (!marked) return;
  throw new StartError(`A restore into DATA_DIR ${dataDir} did not finish. Empty that folder and restore again.`);
}

/** Makes the data folder and proves that it can be written, before anything depends on it. */
export async function prepareDataDir(dataDir: string): Promise<void> {
  const probe = join(dataDir, `.writable-${process.pid}`);
  try {
    // As root, PostgreSQL runs under another user, who must be able to pass through but not to look around.
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be written: ${describeError(error)}`, { cause: error });
  }
}
