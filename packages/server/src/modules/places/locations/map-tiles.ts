import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../../../core/blobs/blob-store.ts';
import { StartError } from '../../../core/config/start-error.ts';
import { describeError } from '../../../core/describe-error.ts';
import { pmtilesSignature } from '../../../core/pmtiles/header.ts';
import { pmtilesBounds } from '../../../core/pmtiles/pmtiles-bounds.ts';
import type { Services } from '../../../shared/services/services.ts';
import { demoStreetsFile } from '../demo-streets/demo-streets.ts';
import { findChosenMap } from '../map-data/map-data.store.ts';

/** A map of streets that this server has, open for reading. */
export interface MapTiles {
  from: 'MAP_TILES_FILE' | 'CHOSEN' | 'FOLDER' | 'DEMO';
  size: number;
  /** Changes whenever the file is replaced or written to; letters, digits and hyphens. */
  version: string;
  /** Opens a range, once. Its stream closes the file at its end, and when the reader disconnects. */
  open(range: ByteRange): Readable;
  /** Closes the file where no range was opened. */
  close(): Promise<void>;
}

/**
 * Opens the map of streets: that of `MAP_TILES_FILE`; else the one that the owner fetched; else the first `.pmtiles` file by name in
 * `DATA_DIR/maps`; else that of the demo, where its phones are. It is looked up each time, so a new file is used without a restart. Null when
 * there is no valid file.
 */
export async function openMapTiles(
  services: Pick<Services, 'config' | 'log' | 'db' | 'mapFiles'>,
): Promise<MapTiles | null> {
  const { config } = services;
  if (config.mapTilesFile !== null) return await openLogged(services, 'MAP_TILES_FILE', config.mapTilesFile);
  const chosen = await openChosenTiles(services);
  if (chosen !== null) return chosen;
  const put = await firstTilesFile(join(config.dataDir, 'maps'));
  if (put !== null) return await openLogged(services, 'FOLDER', put);
  return config.demoDevices === 0 ? null : await openLogged(services, 'DEMO', demoStreetsFile);
}

/** The map of the page *Map data*, which was checked before it was stored. Null also when its file is gone, as after a restore. */
async function openChosenTiles({ db, mapFiles }: Pick<Services, 'db' | 'mapFiles'>): Promise<MapTiles | null> {
  const chosen = await findChosenMap(db);
  const stored = chosen && (await mapFiles.stat(chosen.name));
  if (chosen === null || stored === null) return null;
  const { name } = chosen;
  return {
    from: 'CHOSEN',
    size: stored.size,
    version: name.replaceAll(/[^\w-]/g, '-'),
    // No other file ever has this name.
    open: (range) => mapFiles.open(name, range),
    async close() {},
  };
}

async function openLogged(
  { log }: Pick<Services, 'log'>,
  from: MapTiles['from'],
  path: string,
): Promise<MapTiles | null> {
  try {
    return { from, ...(await openTilesFile(path)) };
  } catch (error) {
    log.warn({ err: error, event: 'map_tiles.unreadable', path }, 'Cannot read the map of streets');
    return null;
  }
}

/** Throws a `StartError` when the configured file is invalid. */
export async function checkTilesFile(path: string): Promise<void> {
  try {
    const { close } = await openTilesFile(path);
    await close();
  } catch (error) {
    throw new StartError(`MAP_TILES_FILE ${path} cannot be used: ${describeError(error)}`, { cause: error });
  }
}

async function openTilesFile(path: string): Promise<Omit<MapTiles, 'from'>> {
  const file = await open(path);
  try {
    const begin = Buffer.alloc(pmtilesSignature.length);
    await file.read(begin, 0, begin.length, 0);
    const { size, mtimeMs, ino } = await file.stat();
    if (size < pmtilesBounds.headerBytes || !begin.equals(pmtilesSignature))
      throw new Error('It is not a PMTiles file of version 3.');
    return {
      size,
      version: [size, Math.trunc(mtimeMs), ino].map((part) => part.toString(36)).join('-'),
      open: (range) => file.createReadStream(range),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

async function firstTilesFile(folder: string): Promise<string | null> {
  // The folder is optional.
  const names = await readdir(folder).catch(() => []);
  const [first] = names.filter((name) => name.endsWith('.pmtiles')).sort();
  return first === undefined ? null : join(folder, first);
}
