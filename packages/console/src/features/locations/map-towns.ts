import { cells, cellsUrl, largeUrl } from 'virtual:world/towns';
import { readOnce } from './read-once.ts';
import { unpackTowns, type TownCell } from './town-cells.ts';

type Towns = readonly GeoJSON.Feature<GeoJSON.Point>[];

const loadLarge = readOnce(() => readTowns(largeUrl, null));
/** Squares that lie wholly in the sea have no file. */
const squares = new Map(cells.map((cell) => [cell, readOnce(() => readTowns(`${cellsUrl}${cell}.json`, cell))]));

/** The large towns of the whole world, and all others in these squares. */
export async function loadTowns(inSquares: readonly string[]): Promise<Towns> {
  const loading = inSquares.flatMap((cell) => squares.get(cell) ?? []);
  const towns = await Promise.all([loadLarge, ...loading].map((load) => load()));
  return towns.flat();
}

async function readTowns(url: string, cell: string | null): Promise<Towns> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error('The towns could not be loaded.');
  return unpackTowns((await answer.json()) as TownCell, cell);
}
