import { open, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { describeError } from '../../../core/describe-error.ts';
import { pmtilesSignature } from '../../../core/pmtiles/header.ts';
import { pmtilesBounds } from '../../../core/pmtiles/pmtiles-bounds.ts';
import type { Services } from '../../../shared/services/services.ts';
import { StartError } from '../../../core/config/start-error.ts';
import { demoStreetsFile } from '../demo-streets/demo-streets.ts';

/** The owner's PMTiles file, open for reading. The caller closes it. */
export interface MapTiles {
  file: FileHandle;
  size: number;
  /** Changes whenever the file is replaced or written to; letters, digits and hyphens. */
  version: string;
}

/**
 * Opens the owner's map of streets: `MAP_TILES_FILE`, or the first `.pmtiles` file by name in `DATA_DIR/maps`; else that of the
 * demo, where its phones are. It is looked up each time, so a new file is used without a restart. Null when there is no valid file.
 */
export async function openMapTiles({ config, log }: Pick<Services, 'config' | 'log'>): Promise<MapTiles | null> {
  const owners = config.mapTilesFile ?? (await firstTilesFile(join(config.dataDir, 'maps')));
  const path = owners ?? (config.demoDevices === 0 ? null : demoStreetsFile);
  if (path === null) return null;
  try {
    return await openTilesFile(path);
  } catch (error) {
    log.warn({ err: error, event: 'map_tiles.unreadable', path }, 'Cannot read the map of streets');
    return null;
  }
}

/** Throws a `StartError` when the configured file is invalid. */
export async function checkTilesFile(path: string): Promise<void> {
  try {
    const { file } = await openTilesFile(path);
    await file.close();
  } catch (error) {
    throw new StartError(`MAP_TILES_FILE ${path} cannot be used: ${describeError(error)}`, { cause: error });
  }
}

async function openTilesFile(path: string): Promise<MapTiles> {
  const file = await open(path);
  try {
    const begin = Buffer.alloc(pmtilesSignature.length);
    await file.read(begin, 0, begin.length, 0);
    const { size, mtimeMs, ino } = await file.stat();
    if (size < pmtilesBounds.headerBytes || !begin.equals(pmtilesSignature))
      throw new Error('It is not a PMTiles file of version 3.');
    return { file, size, version: [size, Math.trunc(mtimeMs), ino].map((part) => part.toString(36)).join('-') };
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
