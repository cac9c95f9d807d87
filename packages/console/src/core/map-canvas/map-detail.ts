import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { plainFromZoom, townsFromZoom } from './map-base.ts';
import { featureCollection } from './geo-features.ts';
import { loadFineWorld, loadMediumWorld, type World } from './map-world.ts';
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

/** Finer outlines, and the zoom level from which on coarser ones look angular. The finest first. */
const outlines: readonly { fromZoom: number; load: () => Promise<World> }[] = [
  { fromZoom: 5, load: loadFineWorld },
  { fromZoom: 2.5, load: loadMediumWorld },
];
/** From this zoom level on, small towns are shown too. */
const smallTownsFromZoom = 8;

/**
 * Loads finer outlines and the towns of the visible area as the map moves, once it has been shown: the first picture waits for neither. Returns
 * the function that loads them now, which resolves to true when the map is drawn again with something. What fails to load is left out, and
 * tried again with the next movement.
 */
export function loadDetailOnMove(map: MapLibreMap): () => Promise<boolean> {
  /** The cells whose towns the visible area needs. */
  let neededCells = '';
  let wasShown = false;
  /** The place in `outlines` of those that each source has. */
  const loadedOutlines = new WeakMap<GeoJSONSource, number>();
  /** The cells whose towns each source has. */
  const loadedCells = new WeakMap<GeoJSONSource, string>();

  async function loadOutlines(): Promise<boolean> {
    const countries = map.getSource<GeoJSONSource>('countries');
    const zoom = map.getZoom();
    const wanted = outlines.findIndex(({ fromZoom }) => zoom >= fromZoom);
    const isEnough = () => countries !== undefined && (loadedOutlines.get(countries) ?? outlines.length) <= wanted;
    // Above `plainFromZoom` no outlines are shown.
    if (!countries || wanted === -1 || isEnough() || zoom > plainFromZoom) return false;
    const world = await outlines[wanted]?.load();
    // The base map may have been switched while the outlines were loading, which replaces its sources.
    if (!world || map.getSource('countries') !== countries || isEnough()) return false;
    loadedOutlines.set(countries, wanted);
    void countries.setData(world.countries);
    void map.getSource<GeoJSONSource>('borders')?.setData(world.borders);
    void map.getSource<GeoJSONSource>('names')?.setData(world.names);
    return true;
  }

  async function loadVisibleTowns(): Promise<boolean> {
    const source = map.getSource<GeoJSONSource>('towns');
    if (!source || map.getZoom() < townsFromZoom) return false;
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const cells = map.getZoom() < smallTownsFromZoom ? [] : cellsIn({ west, south, east, north });
    neededCells = cells.join();
    const requested = neededCells;
    if (loadedCells.get(source) === requested) return false;
    const towns = await loadTowns(cells);
    // Outdated when the map has moved on, or its base map was switched, while the towns were loading.
    if (requested !== neededCells || map.getSource('towns') !== source) return false;
    loadedCells.set(source, requested);
    void source.setData(featureCollection([...towns]));
    return true;
  }

  async function load(): Promise<boolean> {
    wasShown = true;
    const parts = await Promise.allSettled([loadOutlines(), loadVisibleTowns()]);
    return parts.some((part) => part.status === 'fulfilled' && part.value);
  }
  map.on('moveend', () => wasShown && void load());
  return load;
}
