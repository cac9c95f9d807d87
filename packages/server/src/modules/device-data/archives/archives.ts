import { lockKeys } from '../../../core/database/lock-keys.ts';
import { rm } from 'node:fs/promises';
import type { Capability } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import type { RowTable } from '../../../shared/device-rows/row-table.ts';
import {
  deleteExpiredArchives,
  deleteLostArchives,
  failArchive,
  findArchivable,
  findPendingArchive,
  finishArchive,
  listArchives,
  type StoredArchive,
} from './archives.store.ts';
import { findStopped } from '../../../shared/transfers/stopped-transfers.store.ts';
import { writeArchive } from './write-archive.ts';

/** Returns the name of an archive's file. Backups leave archives out (`data-files.ts`). */
export function archiveName(archiveId: number): string {
  return `${archiveId}.zip`;
}

const checkEveryMs = 60_000;

/**
 * Writes requested archives in the background, one at a time over all servers, and deletes expired ones. An archive that was
 * being written when a server stopped is started again. Returns the function that stops it.
 */
export function startArchives(services: Services, tables: readonly RowTable[]): () => Promise<void> {
  const { db, bus, log, archiveFiles, jobs } = services;
  let making: { deviceId: number; abort: AbortController } | null = null;

  async function writePending(stopping: AbortSignal): Promise<void> {
    for (;;) {
      const archive = stopping.aborted ? undefined : await findPendingArchive(db);
      if (!archive) return;
      await make(archive, stopping);
    }
  }

  async function make(archive: StoredArchive, stopping: AbortSignal): Promise<void> {
    const { id, deviceId } = archive;
    const abort = new AbortController();
    making = { deviceId, abort };
    const name = archiveName(id);
    let draft: string | null = null;
    try {
      draft = await archiveFiles.draft(name);
      const told = await toldNow(db, archive);
      const written = await writeArchive(services, tables, draft, {
        deviceId,
        told,
        at: new Date(),
        language: archive.language,
        signal: AbortSignal.any([stopping, abort.signal]),
      });
      await archiveFiles.put(name, draft);
      if (await finishArchive(db, id, { ...written, capabilities: told ?? [] })) {
        log.info({ event: 'archive.made', deviceId, bytes: written.size }, 'Archive made');
      } else await archiveFiles.delete(name);
    } catch (error) {
      if (draft !== null) await rm(draft, { force: true });
      // A stopping server leaves the archive to the next start. An abort of its own means that the person left, which is no
      // failure.
      if (stopping.aborted) return;
      if (!abort.signal.aborted)
        log.error({ err: error, event: 'archive.failed', deviceId }, 'Failed to make an archive');
      await failArchive(db, id);
    } finally {
      making = null;
    }
    bus.publish('archiveMade', { deviceId });
    bus.publish('changed', { feature: 'archives', deviceId });
  }

  /** Another server says that the person left. When that cannot be read, the archive is deleted with the next round after it is made. */
  async function abortIfLeft({ deviceId, abort }: NonNullable<typeof making>): Promise<void> {
    try {
      const { left } = await findStopped(db, { deviceIds: [deviceId], commandIds: [] });
      if (left.has(deviceId)) abort.abort();
    } catch (error) {
      log.error({ err: error, event: 'archive.work_failed' }, 'Failed to look after archives');
    }
  }

  const repeated = { everyMs: checkEveryMs, failure: 'archive.work_failed' } as const;
  const writer = jobs.start({
    ...repeated,
    name: 'writeArchives',
    run: writePending,
    onceOverAll: lockKeys.archives,
  });
  // Deletion is a job of its own, so that a person who leaves does not wait until the archives of others are written.
  const cleaner = jobs.start({ ...repeated, name: 'cleanUpArchives', run: () => cleanUpArchives(services) });
  const triggerBoth = () => {
    cleaner.trigger();
    writer.trigger();
  };
  const subscriptions = [
    bus.subscribe('archiveRequested', triggerBoth),
    bus.subscribeLocal('deviceLeft', ({ deviceId }) => {
      if (making?.deviceId === deviceId) making.abort.abort();
      cleaner.trigger();
    }),
    bus.subscribeRemote('deviceLeft', ({ deviceId }) => {
      if (making?.deviceId === deviceId) void abortIfLeft(making);
      cleaner.trigger();
    }),
  ];
  triggerBoth();
  return async () => {
    for (const unsubscribe of subscriptions) unsubscribe();
    await Promise.all([writer.close(), cleaner.close()]);
  };
}

/** Finds what the archive of an admin may contain: what they could be told when they asked, and still can. Null for the person's, which has everything. */
async function toldNow(
  db: Services['db'],
  { requestedById, deviceId, capabilities }: StoredArchive,
): Promise<Capability[] | null> {
  if (requestedById === null) return null;
  const now = await findArchivable(db, requestedById, deviceId);
  return capabilities.filter((capability) => now.includes(capability));
}

/** Deletes expired archives, files without a row, and rows without a file. */
export async function cleanUpArchives({ db, archiveFiles }: Pick<Services, 'db' | 'archiveFiles'>): Promise<void> {
  await deleteExpiredArchives(db);
  // Rows are read before and after the files, because an archive may finish meanwhile: its file exists before its row says
  // so.
  const before = await listArchives(db);
  const names = new Set(await archiveFiles.list());
  const known = new Set((await listArchives(db)).map(({ id }) => id));
  const orphans = [...names].filter((name) => !known.has(Number.parseInt(name, 10)));
  for (const name of orphans) await archiveFiles.delete(name);
  const lost = before.filter(({ id, state }) => state === 'READY' && !names.has(archiveName(id))).map(({ id }) => id);
  if (lost.length > 0) await deleteLostArchives(db, lost);
}
