import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DeviceClient } from '@fairwatch/device/core';
import { archiveFileName, archiveWords, problemText } from '@fairwatch/device/words';

export type ArchiveState =
  | { phase: 'none' }
  /** The server creates it, or could not be asked yet without a connection. */
  | { phase: 'waiting' }
  | { phase: 'fetching'; received: number; size: number }
  | { phase: 'ready'; path: string; size: number; expiresAt: string }
  | { phase: 'failed'; problem: string };

interface DownloadParts {
  client: Pick<DeviceClient, 'requestArchive' | 'fetchArchive'>;
  /** Where the file is put. */
  folder: string;
  now(): Date;
  onChange(): void;
}

/** How many files of one day get a name of their own. */
const namesPerDay = 100;

/** Requests the person's archive, waits until it is ready, and writes it into a file that only they can read. */
export function createArchiveDownload({ client, folder, now, onChange }: DownloadParts) {
  const download = { state: { phase: 'none' } as ArchiveState, start };
  const become = (state: ArchiveState) => {
    download.state = state;
    onChange();
  };

  async function start(): Promise<void> {
    if (download.state.phase === 'waiting' || download.state.phase === 'fetching') return;
    become({ phase: 'waiting' });
    const partPath = join(folder, `.everything-about-me-${randomUUID()}.part`);
    try {
      const archive = await client.requestArchive();
      const { size, expiresAt } = archive;
      await fetchInto(partPath, archive);
      const path = await giveName(partPath, archiveFileName(now()));
      become({ phase: 'ready', path, size, expiresAt });
    } catch (error) {
      become({ phase: 'failed', problem: problemText(error) });
    } finally {
      await rm(partPath, { force: true });
    }
  }

  async function fetchInto(
    partPath: string,
    archive: Awaited<ReturnType<DownloadParts['client']['requestArchive']>>,
  ): Promise<void> {
    const { size } = archive;
    let received = 0;
    become({ phase: 'fetching', received, size });
    const file = await open(partPath, 'wx', 0o600);
    try {
      await client.fetchArchive(archive, async (bytes) => {
        await file.appendFile(bytes);
        received += bytes.length;
        become({ phase: 'fetching', received, size });
      });
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /**
   * Gives the finished file its name. A file that is there already is not overwritten: the new one gets a number. The name is taken by an
   * empty file first, since Android does not allow hard links.
   */
  async function giveName(partPath: string, name: string): Promise<string> {
    for (let number = 1; number <= namesPerDay; number += 1) {
      const path = join(folder, number === 1 ? name : name.replace('.zip', `-${number}.zip`));
      try {
        await (await open(path, 'wx', 0o600)).close();
        await rename(partPath, path);
        return path;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
    }
    throw new Error(archiveWords('tooManyFiles', { name, folder }));
  }

  return download;
}
