import { whileAlone } from '../../../core/database/while-alone.ts';
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
  const { db, bus, log, archiveFiles, scheduler } = services;
  const stopping = new AbortController();
  let making: { deviceId: number; abort: AbortController } | null = null;

  async function writePending(): Promise<void> {
    await whileAlone(db, lockKeys.archives, async () => {
      for (;;) {
        const archive = stopping.signal.aborted ? undefined : await findPendingArchive(db);
        if (!archive) return;
        await make(archive);
      }
    });
  }

  async function make(archive: StoredArchive): Promise<void> {
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
        signal: AbortSignal.any([stopping.signal, abort.signal]),
      });
      await archiveFiles.put(name, draft);
      if (await finishArchive(db, id, { ...written, capabilities: told ?? [] })) {
        log.info({ event: 'archive.made', deviceId, bytes: written.size }, 'Archive made');
      } else await archiveFiles.delete(name);
    } catch (error) {
      if (draft !== null) await rm(draft, { force: true });
      // A stopping server leaves the archive to the next start. An abort of its own means that the person left, which is no
      // failure.
      if (stopping.signal.aborted) return;
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
      onError(error);
    }
  }

  const onError = (error: unknown) =>
    log.error({ err: error, event: 'archive.work_failed' }, 'Failed to look after archives');
  const writer = createSingleRunner(writePending, onError);
  // Deletion has a runner of its own, so that a person who leaves does not wait until the archives of others are written.
  const cleaner = createSingleRunner(() => cleanUpArchives(services), onError);
  const runBoth = () => {
    cleaner.run();
    writer.run();
  };
  const stop = scheduler.every(checkEveryMs, runBoth);
  const subscriptions = [
    bus.subscribe('archiveRequested', runBoth),
    bus.subscribeLocal('deviceLeft', ({ deviceId }) => {
      if (making?.deviceId === deviceId) making.abort.abort();
      cleaner.run();
    }),
    bus.subscribeRemote('deviceLeft', ({ deviceId }) => {
      if (making?.deviceId === deviceId) void abortIfLeft(making);
      cleaner.run();
    }),
  ];
  runBoth();
  return async () => {
    stop();
    for (const unsubscribe of subscriptions) unsubscribe();
    stopping.abort();
    await Promise.all([writer.stop(), cleaner.stop()]);
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

/** Runs a task without overlap. A request while it runs starts it once more afterwards. */
function createSingleRunner(task: () => Promise<void>, onError: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  let wanted = false;
  let stopped = false;
  function run(): void {
    if (stopped) return;
    wanted = running !== null;
    running ??= task()
      .catch(onError)
      .finally(() => {
        running = null;
        if (wanted) run();
      });
  }
  /** Resolves when the last run is over. */
  async function stop(): Promise<void> {
    stopped = true;
    await running;
  }
  return { run, stop };
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
