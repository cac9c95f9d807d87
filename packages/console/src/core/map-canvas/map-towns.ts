import { cells, cellsUrl, largeUrl } from 'virtual:world/towns';
import { readOnce } from './read-once.ts';
import { unpackTowns, type TownCell } from './town-cells.ts';

type Towns = readonly GeoJSON.Feature<GeoJSON.Point>[];

const loadLarge = readOnce(() => readTowns(largeUrl, null));
/** The loaders of the small towns by cell. Cells without towns, such as those at sea, have no file. */
const cellLoaders = new Map(cells.map((cell) => [cell, readOnce(() => readTowns(`${cellsUrl}${cell}.json`, cell))]));

/** Loads the large towns of the whole world, and all other towns of the given cells. */
export async function loadTowns(cellNames: readonly string[]): Promise<Towns> {
  const loaders = cellNames.flatMap((cell) => cellLoaders.get(cell) ?? []);
  const towns = await Promise.all([loadLarge, ...loaders].map((load) => load()));
  return towns.flat();
}

async function readTowns(url: string, cell: string | null): Promise<Towns> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('The towns could not be loaded.');
  return unpackTowns((await response.json()) as TownCell, cell);
}
