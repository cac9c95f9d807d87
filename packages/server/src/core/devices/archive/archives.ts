import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../services.ts';
import type { RowTable } from '../rows/row-table.ts';
import {
  deleteExpiredArchives,
  deleteLostArchives,
  failArchive,
  findPendingArchive,
  finishArchive,
  listArchives,
  whileAloneMaking,
  type StoredArchive,
} from './archives.store.ts';
import { writeArchive } from './write-archive.ts';

/** Where the bytes of an archive lie. No part of a backup: see `data-files.ts`. */
export function archivePath(dataDir: string, archiveId: number): string {
  return join(archivesFolder(dataDir), `${archiveId}.zip`);
}

function archivesFolder(dataDir: string): string {
  return join(dataDir, 'archives');
}

const lookEveryMs = 60_000;

/**
 * Makes the archives that were asked for, one at a time over all servers, and deletes those that have had their day. What was
 * under way when a server stopped begins anew. Returns the function that ends it.
 */
export function startArchives(services: Services, tables: readonly RowTable[]): () => Promise<void> {
  const { db, bus, log, config } = services;
  const folder = archivesFolder(config.dataDir);
  const stopping = new AbortController();
  let making: { deviceId: number; abort: AbortController } | null = null;

  async function makePending(): Promise<void> {
    await whileAloneMaking(db, async () => {
      for (;;) {
        const archive = stopping.signal.aborted ? undefined : await findPendingArchive(db);
        if (!archive) return;
        await make(archive);
      }
    });
  }

  async function make(archive: StoredArchive): Promise<void> {
    const { id, deviceId, requestedBy, capabilities } = archive;
    const abort = new AbortController();
    making = { deviceId, abort };
    const part = join(folder, `${id}.part`);
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const written = await writeArchive(services, tables, part, {
        deviceId,
        shared: requestedBy === null ? null : capabilities,
        at: new Date(),
        signal: AbortSignal.any([stopping.signal, abort.signal]),
      });
      const path = archivePath(config.dataDir, id);
      await rename(part, path);
      if (await finishArchive(db, id, written)) {
        log.info({ event: 'archive.made', deviceId, bytes: written.size }, 'Archive made');
      } else await rm(path, { force: true });
    } catch (error) {
      await rm(part, { force: true });
      // A server that stops leaves it for the next start; one of a person who left is of no use to anybody.
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

  const onError = (error: unknown) =>
    log.error({ err: error, event: 'archive.work_failed' }, 'Failed to look after archives');
  const maker = createSingleRunner(makePending, onError);
  // Apart from the making, which takes its time: who leaves does not wait until the archives of others are made.
  const tidier = createSingleRunner(() => tidyArchives(services), onError);
  const runBoth = () => {
    tidier.run();
    maker.run();
  };
  const timer = setInterval(runBoth, lookEveryMs);
  timer.unref();
  const subscriptions = [
    bus.subscribe('archiveRequested', runBoth),
    bus.subscribe('deviceLeft', ({ deviceId }) => {
      if (making?.deviceId === deviceId) making.abort.abort();
      tidier.run();
    }),
  ];
  runBoth();
  return async () => {
    clearInterval(timer);
    for (const unsubscribe of subscriptions) unsubscribe();
    stopping.abort();
    await Promise.all([maker.stop(), tidier.stop()]);
  };
}

/** Runs a task once at a time. Asked to while it runs, it runs once more after that. */
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

/**
 * Deletes the archives that have had their day, the bytes of those whose row is gone, and the rows of those whose bytes are
 * lost. The bytes are taken to lie on this machine.
 */
export async function tidyArchives({ db, config }: Pick<Services, 'db' | 'config'>): Promise<void> {
  await deleteExpiredArchives(db);
  const folder = archivesFolder(config.dataDir);
  // In this order, because one may be finished meanwhile: its bytes are there before its row says so.
  const before = await listArchives(db);
  const names = new Set(await readdir(folder).catch(() => []));
  const known = new Set((await listArchives(db)).map(({ id }) => id));
  const loose = [...names].filter((name) => !known.has(Number.parseInt(name, 10)));
  for (const name of loose) await rm(join(folder, name), { force: true });
  const lost = before.filter(({ id, state }) => state === 'READY' && !names.has(`${id}.zip`)).map(({ id }) => id);
  if (lost.length > 0) await deleteLostArchives(db, lost);
}
