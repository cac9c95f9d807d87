import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../../core/app-error.ts';
import { WrongHash } from '../../../core/blobs/blob-store.ts';
import { privateFolder } from '../../../core/blobs/file-blobs.ts';
import { isDatabaseGone } from '../../../core/database/database-gone.ts';
import { lockKeys } from '../../../core/database/lock-keys.ts';
import { checkSpace } from '../../../core/disk.ts';
import { checkPmtiles, type CheckedPmtiles } from '../../../core/pmtiles/check-pmtiles.ts';
import { planExtract } from '../../../core/pmtiles/extract-plan.ts';
import { fetchExtract } from '../../../core/pmtiles/fetch-extract.ts';
import { SourceProblem, type RangeSource } from '../../../core/pmtiles/range-source.ts';
import type { Services } from '../../../shared/services/services.ts';
import { deleteAdminUpload } from '../../files/uploads/admin-uploads.store.ts';
import type { CompleteUpload } from '../../files/uploads/upload-pieces.ts';
import { plainAttribution } from './attribution.ts';
import { findMapWork, updateMapWork, writeChosenMap, type FetchWork, type StoredWork } from './map-data.store.ts';
import { checkMapSize, mapProblem } from './map-problems.ts';
import { hostOf, openMapSource } from './map-source.ts';

const lookEveryMs = 60_000;
/** How often the progress is stored, and with it read whether somebody cancelled. */
const storeEveryMs = 500;
/** A part that could not be completed is kept so long, for whoever tries again. */
const partKeptMs = 86_400_000;

/** Thrown to leave work that somebody cancelled. */
class WorkCancelled extends Error {}

/**
 * Fetches the map that was asked for, or checks the one that was uploaded, on one server at a time. Work whose server stopped is taken up again by the first server that looks;
 * on the same one it goes on where it was. Returns the function that stops it.
 */
export function startMapWork(services: Services): () => Promise<void> {
  const { bus, jobs } = services;
  const job = jobs.start({
    name: 'fetchMap',
    everyMs: lookEveryMs,
    onceOverAll: lockKeys.maps,
    failure: 'map_data.failed',
    run: (stopping) => lookForWork(services, stopping),
  });
  const unsubscribe = bus.subscribe('changed', ({ feature }) => {
    if (feature === 'map-data') job.trigger();
  });
  job.trigger();
  return async () => {
    unsubscribe();
    await job.close();
  };
}

async function lookForWork(services: Services, stopping: AbortSignal): Promise<void> {
  const { db, config, scheduler } = services;
  const work = await findMapWork(db);
  const folder = join(config.dataDir, 'maps', 'fetching');
  if (work?.state === 'RUNNING') return await carryOut(services, { work, folder, stopping });
  const isKept = work?.state === 'FAILED' && Date.parse(work.finishedAt ?? '') > scheduler.now() - partKeptMs;
  if (!isKept) await rm(folder, { recursive: true, force: true });
}

interface Order {
  work: StoredWork;
  folder: string;
  stopping: AbortSignal;
}

async function carryOut(services: Services, { work, folder, stopping }: Order): Promise<void> {
  const { db, config, scheduler, log, bus, mapFiles } = services;
  const { id, userId, startedBy: username } = work;
  const host = work.upload || config.mapSourceUrl === null ? null : hostOf(config.mapSourceUrl);
  const name = `${id}.pmtiles`;
  const leaving = new AbortController();
  const signal = AbortSignal.any([stopping, leaving.signal]);
  const store: StoreStep = async (change) => {
    if (await updateMapWork(db, id, change)) return;
    leaving.abort(new WorkCancelled());
    signal.throwIfAborted();
  };
  // A source may take minutes for one answer, in which no step is stored.
  const stopLooking = scheduler.every(storeEveryMs, () => void store({}).catch(() => undefined));
  const end: StoreStep = async (change) => {
    await updateMapWork(db, id, { ...change, finishedAt: new Date(scheduler.now()).toISOString() });
  };
  try {
    const { path, checked, bytes } = work.upload
      ? await checkUpload(services, work.upload, { signal, store })
      : await fetchFile(services, { work, folder, signal, store });
    await store({ step: 'STORING', doneBytes: 0, totalBytes: 0 });
    await mapFiles.put(name, path);
    const chosenAt = new Date(scheduler.now()).toISOString();
    const before = await db.transaction().execute(async (transaction) => {
      if (!(await updateMapWork(transaction, id, { state: 'DONE', finishedAt: chosenAt }))) return { name };
      const facts = { area: checked.header.bounds, maxZoom: checked.header.maxZoom, bytes };
      const attribution = plainAttribution(checked.metadata);
      const { fileName } = work;
      const sha256 = work.upload?.sha256 ?? null;
      const after = { ...facts, attribution, fileName, sha256, chosenBy: username, chosenAt, name };
      return await writeChosenMap(transaction, after, { userId, username });
    });
    // The one before, or the new one when somebody cancelled at the last moment.
    if (before !== null) await mapFiles.delete(before.name);
    if (work.upload) await discardUpload(services, work.upload);
    log.info({ event: 'map_data.stored', bytes }, 'A map is in use');
  } catch (error) {
    // The work goes on when this server, or another one, is there again.
    if (stopping.aborted || isDatabaseGone(error)) return;
    if (leaving.signal.aborted) {
      await rm(folder, { recursive: true, force: true });
      if (work.upload) await discardUpload(services, work.upload);
      return;
    }
    const known = mapProblem(error, host);
    if (known === null) log.error({ err: error, event: 'map_data.failed' }, 'A map could not be put in place');
    // What is there of it helps where the source failed.
    if (!(error instanceof SourceProblem)) await rm(folder, { recursive: true, force: true });
    // An upload that is a map, or may be one, is kept for its day.
    if (work.upload && known !== null && isRefusal(known)) {
      await discardUpload(services, work.upload);
      // It is there when a server stopped before it chose the map.
      await mapFiles.delete(name);
    }
    const problem =
      known === null ? 'Something went wrong on our side. The log of the server has more.' : known.message;
    await end({ state: 'FAILED', problem });
  } finally {
    stopLooking();
    bus.publish('changed', { feature: 'map-data', deviceId: null });
  }
}

type StoreStep = (change: Partial<FetchWork>) => Promise<void>;

interface Steps {
  signal: AbortSignal;
  store: StoreStep;
}

interface ReadyMap {
  path: string;
  bytes: number;
  checked: CheckedPmtiles;
}

/** Checks the bytes of an upload. They stay where they are until the file is in the store, so that another try has them. */
async function checkUpload(services: Services, upload: CompleteUpload, { signal, store }: Steps): Promise<ReadyMap> {
  const { blobs, uploadParts } = services;
  const { id, sha256, size, hashed } = upload;
  if ((await uploadParts.received(id)) !== size) {
    throw new AppError('map_unreadable', { problem: 'Its bytes are not there any more. Please upload it again.' });
  }
  if (uploadParts.isShared) await checkSpace(services, size);
  await store({ step: 'CHECKING', doneBytes: 0, totalBytes: size });
  const staged = await blobs.stage(await uploadParts.source(id), sha256, hashed).catch((error: unknown) => {
    throw error instanceof WrongHash ? new AppError('file_damaged') : error;
  });
  const storeSometimes = throttled(services, store);
  const { path } = staged;
  const checked = await checkPmtiles(path, { signal, onStep: (doneBytes) => storeSometimes({ doneBytes }) }).catch(
    async (error: unknown) => {
      // A copy of parts that are elsewhere; another try makes it again.
      if (uploadParts.isShared) await staged.discard();
      throw error;
    },
  );
  return { path, bytes: size, checked };
}

const isRefusal = ({ code }: AppError): boolean => code === 'map_unreadable' || code === 'file_damaged';

async function discardUpload({ db, uploadParts }: Services, { id }: CompleteUpload): Promise<void> {
  await deleteAdminUpload(db, id);
  await uploadParts.delete(id);
}

interface Fetching extends Steps {
  work: FetchWork;
  folder: string;
}

/** Fetches and checks the file. It goes on with what is there of the same area of the same file. */
async function fetchFile(services: Services, { work, folder, signal, store }: Fetching): Promise<ReadyMap> {
  const { area, maxZoom } = work;
  const source = await openAgain(services, work, signal);
  await store({ step: 'PLANNING', sourceUrl: source.url, doneBytes: 0, totalBytes: 0 });
  const plan = await planExtract(source, { area, maxZoom, metadataOf: (metadata) => metadata }, signal);
  checkMapSize(plan.fileBytes);

  const part = await openPart(folder, [area, maxZoom, source.url, source.version]);
  await checkSpace(services, part.done === 0 ? plan.fileBytes : 0);
  const storeSometimes = throttled(services, store);
  const totalBytes = plan.readBytes;
  await store({ step: 'FETCHING', doneBytes: 0, totalBytes });
  await fetchExtract(source, plan, {
    path: part.path,
    done: part.done,
    signal,
    async onStep(done, doneBytes) {
      await part.keep(done);
      await storeSometimes({ doneBytes });
    },
  });
  await store({ step: 'CHECKING', doneBytes: 0, totalBytes: plan.fileBytes });
  const checked = await checkPmtiles(part.path, { signal, onStep: (doneBytes) => storeSometimes({ doneBytes }) });
  await part.forget();
  return { path: part.path, bytes: plan.fileBytes, checked };
}

/** Opens the file that was read before a restart, or the newest one where that is gone. */
async function openAgain({ config, scheduler }: Services, work: FetchWork, signal: AbortSignal): Promise<RangeSource> {
  const { mapSourceUrl: template } = config;
  if (template === null) throw new SourceProblem('MAP_SOURCE_URL is off.');
  const options = { now: scheduler.now(), signal };
  const isOfSource = work.sourceUrl !== null && new URL(work.sourceUrl).origin === new URL(template).origin;
  if (work.sourceUrl === null || !isOfSource) return await openMapSource(template, options);
  return await openMapSource(work.sourceUrl, options).catch(async (error: unknown) => {
    if (error instanceof SourceProblem && error.status === 404) return await openMapSource(template, options);
    throw error;
  });
}

/** What is there of a file, and how many of its copies. The folder has one such file. */
async function openPart(folder: string, what: readonly unknown[]) {
  await mkdir(folder, privateFolder);
  const key = createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32);
  const [path, statePath] = [join(folder, `${key}.part`), join(folder, `${key}.done`)];
  for (const name of await readdir(folder)) if (!name.startsWith(key)) await rm(join(folder, name));
  const isThere = (await readdir(folder)).includes(`${key}.part`);
  const text = isThere ? await readFile(statePath, 'utf8').catch(() => '0') : '0';
  return {
    path,
    done: /^\d{1,9}$/.test(text) ? Number(text) : 0,
    async keep(done: number) {
      // A rename, so that a server that is killed leaves a whole number.
      await writeFile(`${statePath}.new`, String(done));
      await rename(`${statePath}.new`, statePath);
    },
    forget: () => rm(statePath, { force: true }),
  };
}

function throttled({ scheduler }: Pick<Services, 'scheduler'>, store: StoreStep): StoreStep {
  let storedAt = Number.NEGATIVE_INFINITY;
  return async (change) => {
    if (scheduler.now() - storedAt < storeEveryMs) return;
    storedAt = scheduler.now();
    await store(change);
  };
}
