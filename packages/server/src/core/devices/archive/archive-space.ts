import { AppError } from '../../app-error.ts';
import { checkSpace } from '../../blobs/disk.ts';
import type { Services } from '../../services.ts';
import { sumFiles } from './archive-files.store.ts';
import { sumArchives } from './archives.store.ts';

type Parts = Pick<Services, 'db' | 'disk' | 'config'>;

const megabyte = 1024 * 1024;
/** How much is written between two looks at the disk. */
const lookEvery = 32 * megabyte;

/**
 * Refuses an archive for which there is no room: its files alone would leave too little of the disk, or of what all archives
 * may take together. How large its rows become is known only when they are written; see `guardSpace`.
 */
export async function checkArchiveSpace(services: Parts, deviceId: number): Promise<void> {
  const bytes = await sumFiles(services.db, deviceId);
  if (bytes > (await roomForArchives(services))) throw new AppError('archives_full');
  await checkSpace(services, bytes);
}

/** Gives back what is told how many bytes were written so far, and throws when there is no room for more. */
export async function guardSpace(services: Parts): Promise<(written: number) => Promise<void>> {
  const room = await roomForArchives(services);
  let lookedAt = 0;
  return async (written) => {
    if (written > room) throw new AppError('archives_full');
    if (written - lookedAt < lookEvery) return;
    lookedAt = written;
    await checkSpace(services, 0);
  };
}

async function roomForArchives({ db, config }: Parts): Promise<number> {
  return config.archivesMegabytes * megabyte - (await sumArchives(db));
}
