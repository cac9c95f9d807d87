import { readFile, rm } from 'node:fs/promises';
import { restoredMark } from '../../../core/data-dir.ts';
import { takeRestoredMark } from '../../../shared/schema/admission/server-facts.store.ts';
import { quarantineDevices } from '../../consent/quarantine.store.ts';
import type { Services } from '../../../shared/services/services.ts';
import { revokeCredentials, skipUsedIds } from './after-restore.store.ts';

/**
 * Runs at the first start after a restore, before anybody can connect. What people decided since the backup is unknown, so
 * every device is quarantined until it has reported what its person shares. It is not part of the restore itself, which
 * brings back each row unchanged. The mark of a restore is a row, so that it holds whichever server of a cluster starts first; a
 * file in the data folder is how earlier versions marked it, and how an owner does who restores by other means.
 */
export async function protectRestored({ db, log }: Pick<Services, 'db' | 'log'>, dataDir: string): Promise<void> {
  const file = restoredMark(dataDir);
  const inFile = await readFile(file, 'utf8').catch(() => null);
  const done = await db.transaction().execute(async (transaction) => {
    const madeAt = (await takeRestoredMark(transaction)) ?? inFile?.trim() ?? null;
    if (madeAt === null) return null;
    await skipUsedIds(transaction);
    await revokeCredentials(transaction);
    return { madeAt, held: await quarantineDevices(transaction, madeAt) };
  });
  if (done === null) return;
  // If the server dies before this line, the next start repeats the work, which is idempotent.
  if (inFile !== null) await rm(file);
  const { held, madeAt } = done;
  log.warn(
    { event: 'backup.restored', held, madeAt },
    'Restored from a backup: each device is held until it has said what its person shares',
  );
}
