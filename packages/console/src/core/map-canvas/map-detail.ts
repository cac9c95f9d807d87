import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { plainFromZoom } from './map-base.ts';
import { featureCollection } from './geo-features.ts';
import { loadFineWorld } from './map-world.ts';
import { cellsIn, type TownCell, unpackTowns } from './town-cells.ts';
import { cells, cellsUrl, largeUrl } from 'virtual:world/towns';
import { readOnce } from './read-once.ts';

type Towns = readonly GeoJSON.Feature<GeoJSON.Point>[];

const loadLarge = readOnce(() => readTowns(largeUrl, null));
/** The loaders of the small towns by cell. Cells without towns, such as those at sea, have no file. */
const cellLoaders = new Map(cells.map((cell) => [cell, readOnce(() => readTowns(`${cellsUrl}${cell}.json`, cell))]));

/** Loads the large towns of the whole world, and all other towns of the given cells. */
async function loadTowns(cellNames: readonly string[]): Promise<Towns> {
  const loaders = cellNames.flatMap((cell) => cellLoaders.get(cell) ?? []);
  const towns = await Promise.all([loadLarge, ...loaders].map((load) => load()));
  return towns.flat();
}

async function readTowns(url: string, cell: string | null): Promise<Towns> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('The towns could not be loaded.');
  return unpackTowns((await response.json()) as TownCell, cell);
}

/** From this zoom level on, the coarse outlines look angular. */
const fineFromZoom = 5;
const townsFromZoom = 3;
/** From this zoom level on, small towns are shown too. */
const smallTownsFromZoom = 8;

/**
 * Loads fine outlines and the towns of the visible area as the map moves. Returns the function that loads them now. What
 * fails to load is left out, and tried again with the next movement.
 */
export function loadDetailOnMove(map: MapLibreMap): () => void {
  /** The cells whose towns the visible area needs. */
  let neededCells = '';
  const fineSources = new WeakSet<GeoJSONSource>();
  /** The cells whose towns each source has. */
  const loadedCells = new WeakMap<GeoJSONSource, string>();

  async function loadFineOutlines(): Promise<void> {
    const countries = map.getSource<GeoJSONSource>('countries');
    const zoom = map.getZoom();
    // Above `plainFromZoom` no outlines are shown.
    if (!countries || fineSources.has(countries) || zoom < fineFromZoom || zoom > plainFromZoom) return;
    const world = await loadFineWorld();
    // The base map may have been switched while the outlines were loading, which replaces its sources.
    if (map.getSource('countries') !== countries || fineSources.has(countries)) return;
    fineSources.add(countries);
    void countries.setData(world.countries);
    void map.getSource<GeoJSONSource>('borders')?.setData(world.borders);
  }

  async function loadVisibleTowns(): Promise<void> {
    const source = map.getSource<GeoJSONSource>('towns');
    if (!source || map.getZoom() < townsFromZoom) return;
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const cells = map.getZoom() < smallTownsFromZoom ? [] : cellsIn({ west, south, east, north });
    neededCells = cells.join();
    const requested = neededCells;
    if (loadedCells.get(source) === requested) return;
    const towns = await loadTowns(cells);
    // Outdated when the map has moved on, or its base map was switched, while the towns were loading.
    if (requested !== neededCells || map.getSource('towns') !== source) return;
    loadedCells.set(source, requested);
    void source.setData(featureCollection([...towns]));
  }

  const load = () => {
    void loadFineOutlines().catch(() => undefined);
    void loadVisibleTowns().catch(() => undefined);
  };
  map.on('moveend', load);
  return load;
}
