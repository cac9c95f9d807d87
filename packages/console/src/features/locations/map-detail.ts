import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
import { plainFrom } from './map-base.ts';
import { collection } from './map-data.ts';
import { loadTowns } from './map-towns.ts';
import { loadFineWorld } from './map-world.ts';
import { cellsIn } from './town-cells.ts';

/** From here on the coarse outlines show their corners. */
const fineFrom = 5;
const townsFrom = 3;
/** From here on there is room for towns that are not large. */
const smallTownsFrom = 8;

/**
 * Fetches what a closer look needs, once it is looked for: fine outlines, and the towns of the view. What cannot be
 * fetched is left out, and tried again with the next movement.
 */
export function followDetail(map: MapLibreMap): () => void {
  /** The squares whose towns the view needs. */
  let wanted = '';
  const fine = new WeakSet<GeoJSONSource>();
  /** The squares whose towns each source has. */
  const shown = new WeakMap<GeoJSONSource, string>();

  async function showFine(): Promise<void> {
    const countries = map.getSource<GeoJSONSource>('countries');
    const zoom = map.getZoom();
    // Above `plainFrom` no outline is drawn.
    if (!countries || fine.has(countries) || zoom < fineFrom || zoom > plainFrom) return;
    const world = await loadFineWorld();
    // The base map may have been switched while the outlines were loading, which replaces its sources.
    if (map.getSource('countries') !== countries || fine.has(countries)) return;
    fine.add(countries);
    void countries.setData(world.countries);
    void map.getSource<GeoJSONSource>('borders')?.setData(world.borders);
  }

  async function showTowns(): Promise<void> {
    const source = map.getSource<GeoJSONSource>('towns');
    if (!source || map.getZoom() < townsFrom) return;
    const bounds = map.getBounds();
    const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const squares = map.getZoom() < smallTownsFrom ? [] : cellsIn({ west, south, east, north });
    wanted = squares.join();
    const asked = wanted;
    if (shown.get(source) === asked) return;
    const towns = await loadTowns(squares);
    // Outdated when the map has moved on, or its base map was switched, while the towns were loading.
    if (asked !== wanted || map.getSource('towns') !== source) return;
    shown.set(source, asked);
    void source.setData(collection([...towns]));
  }

  const show = () => {
    void showFine().catch(() => undefined);
    void showTowns().catch(() => undefined);
  };
  map.on('moveend', show);
  return show;
}
