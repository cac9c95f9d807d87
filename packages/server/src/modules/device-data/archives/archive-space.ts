import { AppError } from '../../../core/app-error.ts';
import { checkSpace } from '../../../core/disk.ts';
import type { Services } from '../../../shared/services/services.ts';
import { sumFiles } from './archive-files.store.ts';
import { sumArchives } from './archives.store.ts';

type Parts = Pick<Services, 'db' | 'disk' | 'config'>;

const megabyte = 1024 * 1024;
/** How many bytes are written between two checks of the disk. */
const checkEveryBytes = 32 * megabyte;

/**
 * Throws when there is no space for an archive: its files would exceed the quota of all archives or leave too little of the
 * disk. The size of its rows is known only while they are written; `guardSpace` checks that.
 */
export async function checkArchiveSpace(services: Parts, deviceId: number): Promise<void> {
  const bytes = await sumFiles(services.db, deviceId);
  if (bytes > (await remainingQuota(services))) throw new AppError('archives_full');
  await checkSpace(services, bytes);
}

/**
 * Returns a function to call with the bytes written so far; it throws when the quota of all archives or the disk is
 * exhausted.
 */
export async function guardSpace(services: Parts): Promise<(written: number) => Promise<void>> {
  const quota = await remainingQuota(services);
  let checkedAt = 0;
  return async (written) => {
    if (written > quota) throw new AppError('archives_full');
    if (written - checkedAt < checkEveryBytes) return;
    checkedAt = written;
    await checkSpace(services, 0);
  };
}

async function remainingQuota({ db, config }: Parts): Promise<number> {
  return config.archivesMegabytes * megabyte - (await sumArchives(db));
}
