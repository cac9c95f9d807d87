import { readFile, rm } from 'node:fs/promises';
import { restoredMark } from '../data-dir.ts';
import { holdDevices } from '../devices/person/restored.store.ts';
import type { Services } from '../services.ts';
import { endWhatEndsOnce, skipNumbers } from './after-restore.store.ts';

/**
 * At the first start after a restore, before anybody can connect: what people decided since the backup is not known here,
 * so every device is held until it has said what its person shares. Not part of the restore, which brings back each row
 * as it was.
 */
export async function protectRestored({ db, log }: Pick<Services, 'db' | 'log'>, dataDir: string): Promise<void> {
  const mark = restoredMark(dataDir);
  const madeAt = await readFile(mark, 'utf8').catch(() => null);
  if (madeAt === null) return;
  const held = await db.transaction().execute(async (transaction) => {
    await skipNumbers(transaction);
    await endWhatEndsOnce(transaction);
    return await holdDevices(transaction, madeAt.trim());
  });
  // Cut off before this, the next start does it again, which changes nothing more.
  await rm(mark);
  log.warn({ held, madeAt }, 'restored from a backup: each device is held until it has said what its person shares');
}
