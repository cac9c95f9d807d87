import { readFile, rm } from 'node:fs/promises';
import { restoredMark } from '../../core/data-dir.ts';
import { quarantineDevices } from '../person/quarantine.store.ts';
import type { Services } from '../services/services.ts';
import { revokeSessionsAndPasscodes, skipUsedIds } from './after-restore.store.ts';

/**
 * Runs at the first start after a restore, before anybody can connect. What people decided since the backup is unknown, so
 * every device is quarantined until it has reported what its person shares. It is not part of the restore itself, which
 * brings back each row unchanged.
 */
export async function protectRestored({ db, log }: Pick<Services, 'db' | 'log'>, dataDir: string): Promise<void> {
  const mark = restoredMark(dataDir);
  const madeAt = await readFile(mark, 'utf8').catch(() => null);
  if (madeAt === null) return;
  const held = await db.transaction().execute(async (transaction) => {
    await skipUsedIds(transaction);
    await revokeSessionsAndPasscodes(transaction);
    return await quarantineDevices(transaction, madeAt.trim());
  });
  // If the server dies before this line, the next start repeats the work, which is idempotent.
  await rm(mark);
  log.warn(
    { event: 'backup.restored', held, madeAt },
    'Restored from a backup: each device is held until it has said what its person shares',
  );
}
