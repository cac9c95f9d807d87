import { statfs } from 'node:fs/promises';
import { AppError } from './app-error.ts';
import type { Config } from './config/config.ts';

/** Tells how much disk space is free. Tests replace it. */
export interface Disk {
  space(): Promise<{ freeBytes: number; totalBytes: number }>;
}

/** Reads the free space of the data folder's file system. */
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
 * Throws when these bytes would leave less free space than configured. The reserve is for the database, which must be able to
 * write however much is uploaded.
 */
export async function checkSpace(
  { disk, config }: { disk: Disk; config: Pick<Config, 'minFreeMegabytes'> },
  bytes: number,
): Promise<void> {
  const { freeBytes } = await disk.space();
  if (freeBytes - bytes < config.minFreeMegabytes * megabyte) throw new AppError('disk_full');
}

/** No space left, file system quota exceeded, and PostgreSQL's `disk_full`. */
const diskFullCodes = ['ENOSPC', 'EDQUOT', '53100'];

/** True when a write failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFullCodes.includes(String(error.code));
}
