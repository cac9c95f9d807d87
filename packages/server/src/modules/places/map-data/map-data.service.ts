import { randomUUID } from 'node:crypto';
import { limits, mapDetails, type MapArea, type MapDataState, type MapDetail } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { planExtract } from '../../../core/pmtiles/extract-plan.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import { openMapTiles } from '../locations/map-tiles.ts';
import { findChosenMap, findMapWork, insertMapWork, updateMapWork, writeChosenMap } from './map-data.store.ts';
import { checkMapSize, mapProblem } from './map-problems.ts';
import { hostOf, openMapSource } from './map-source.ts';

interface WantedMap {
  area: MapArea;
  detail: MapDetail;
}

export async function readMapData(services: Services): Promise<MapDataState> {
  const { db, config, mapFiles } = services;
  const [found, stored, work] = await Promise.all([openMapTiles(services), findChosenMap(db), findMapWork(db)]);
  await found?.close();
  let chosen: MapDataState['chosen'] = null;
  if (stored !== null) {
    const { name, sha256: _sha256, ...facts } = stored;
    chosen = { ...facts, isThere: (await mapFiles.stat(name)) !== null };
  }
  return {
    sourceHost: config.mapSourceUrl && hostOf(config.mapSourceUrl),
    shown: config.mapStyleUrl === null ? (found?.from ?? 'NONE') : 'MAP_STYLE_URL',
    chosen,
    work: work && {
      state: work.state,
      fileName: work.fileName,
      step: work.step,
      doneBytes: work.doneBytes,
      totalBytes: work.totalBytes,
      startedBy: work.startedBy,
      startedAt: work.startedAt,
      finishedAt: work.finishedAt,
      problem: work.problem,
    },
  };
}

function sourceOf({ config }: Pick<Services, 'config'>): string {
  if (config.mapSourceUrl === null) throw new AppError('map_source_off');
  return config.mapSourceUrl;
}

/** Asks the source how large the map of an area is. Reads its directories alone. */
export async function estimateMap(
  services: Services,
  { area, detail }: WantedMap,
): Promise<{ host: string; bytes: number }> {
  const template = sourceOf(services);
  const host = hostOf(template);
  const signal = AbortSignal.timeout(limits.mapData.estimateMs);
  try {
    const source = await openMapSource(template, { now: services.scheduler.now(), signal });
    const wanted = {
      area,
      maxZoom: mapDetails[detail],
      metadataOf: (facts: Readonly<Record<string, unknown>>) => facts,
    };
    const { fileBytes: bytes } = await planExtract(source, wanted, signal);
    checkMapSize(bytes);
    return { host, bytes };
  } catch (error) {
    if (signal.aborted) throw new AppError('map_source_failed', { host, problem: 'It did not answer in time.' });
    throw mapProblem(error, host) ?? error;
  }
}

/** Throws where a variable of the configuration wins over every map of this page. */
export function checkMapIsShown({ mapStyleUrl, mapTilesFile }: Services['config']): void {
  const variable = mapStyleUrl === null ? mapTilesFile && 'MAP_TILES_FILE' : 'MAP_STYLE_URL';
  if (variable !== null) throw new AppError('map_fixed', { variable });
}

/** Begins to fetch a map, unless one is on its way, also on another server. */
export async function startFetch(services: Services, { area, detail }: WantedMap, session: Session): Promise<void> {
  const { db, bus, config, scheduler } = services;
  sourceOf(services);
  checkMapIsShown(config);
  const isStarted = await insertMapWork(db, {
    id: randomUUID(),
    state: 'RUNNING',
    fileName: null,
    step: 'PLANNING',
    doneBytes: 0,
    totalBytes: 0,
    startedBy: session.username,
    startedAt: new Date(scheduler.now()).toISOString(),
    finishedAt: null,
    problem: null,
    userId: session.userId,
    area,
    maxZoom: mapDetails[detail],
    sourceUrl: null,
  });
  if (!isStarted) throw new AppError('map_work_running');
  // Wakes the job of `map-work.ts`, on one of the servers.
  bus.publish('changed', { feature: 'map-data', deviceId: null });
}

/** Cancels the map on its way, wherever it is. Its server notices with the next step that it stores. */
export async function cancelMapWork({ db, bus, scheduler }: Services): Promise<void> {
  const finishedAt = new Date(scheduler.now()).toISOString();
  await updateMapWork(db, null, { state: 'CANCELLED', finishedAt });
  bus.publish('changed', { feature: 'map-data', deviceId: null });
}

export async function removeMap({ db, bus, mapFiles }: Services, session: Session): Promise<void> {
  const before = await db.transaction().execute((transaction) => writeChosenMap(transaction, null, session));
  if (before !== null) await mapFiles.delete(before.name);
  bus.publish('changed', { feature: 'map-data', deviceId: null });
}
