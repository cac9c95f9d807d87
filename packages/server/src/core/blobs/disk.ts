import { statfs } from 'node:fs/promises';
import { AppError } from '../app-error.ts';
import type { Services } from '../services.ts';

/** How much room there is where files are kept. */
export interface Disk {
  space(): Promise<{ freeBytes: number; totalBytes: number }>;
}

/** The disk of the data folder. */
export function createDisk(dataDir: string): Disk {
  return {
    async space() {
      const { bavail, blocks, bsize } = await statfs(dataDir);
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
    },
  };
}

const megabyte = 1024 * 1024;

/**
 * Refuses bytes that would leave less free than the owner wants. The rest is for the database, which must be able to write
 * whatever devices and admins upload.
 */
export async function checkSpace({ disk, config }: Pick<Services, 'disk' | 'config'>, bytes: number): Promise<void> {
  const { freeBytes } = await disk.space();
  if (freeBytes - bytes < config.minFreeMegabytes * megabyte) throw new AppError('disk_full');
}

/** No space, over a quota of the file system, or PostgreSQL's `disk_full`. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', '53100'];

/** Whether a write failed because there is no room. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFullCodes.includes(String(error.code));
}
