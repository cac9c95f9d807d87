import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import {
  AttributionControl,
  Map as MapLibreMap,
  NavigationControl,
  prewarm,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type MapGeoJSONFeature,
  type MapSourceDataEvent,
  type PointLike,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { worldLayers, worldStyle } from './map-base.ts';
import { loadDetailOnMove } from './map-detail.ts';
import { gridOf } from './map-grid.ts';
import { mapLocale } from './map-locale.ts';
import { recolor, type MapOverlay } from './map-overlay.ts';
import { paletteOf, type Scheme } from './map-palette.ts';
import { loadWorld } from './map-world.ts';

// The worker is a file of our server, so the content security policy needs no exception for blob scripts.
setWorkerUrl(workerUrl);
// The worker starts while the page asks for the style, and stays for the next map.
prewarm();

export interface BaseMapOptions {
  container: HTMLElement;
  /** The street map of this installation: the URL of an external style, or of a PMTiles file on our server. Both null: the world map. */
  styleUrl: string | null;
  tilesUrl: string | null;
  scheme: Scheme;
  /** The name of the map for screen readers. */
  title: string;
  /** True when the reader prefers reduced motion. */
  calm: boolean;
  /** Called once, with the first picture that has a part of the earth in it. Without a GPU, all of it takes much longer. */
  onShown: () => void;
  /** Called once the map has rendered the overlay too, or is moved by the reader: what was shown in its place is outdated then. */
  onFilled: () => void;
  /** Called when the map has finished rendering, finer outlines included. */
  onDrawn: () => void;
  /** Called when the base map, or only its streets, could not be loaded. The overlay is still shown. */
  onBaseMapMissing: (what: 'ground' | 'streets') => void;
}

/** The base map with the overlay of a page. */
export interface BaseMap<Overlay extends MapOverlay> {
  map: MapLibreMap;
  overlay: Overlay;
  setScheme(scheme: Scheme): void;
  remove(): void;
}

interface BaseMapParts<Overlay extends MapOverlay> {
  /** True where the page scrolls over the map: then zooming needs Ctrl, and panning on a phone two fingers. */
  scrolls: boolean;
  overlayOf: (map: MapLibreMap) => Overlay;
}

/** Creates the map in the container. Throws when the browser has no WebGL. */
export function createBaseMap<Overlay extends MapOverlay>(
  options: BaseMapOptions,
  { scrolls, overlayOf }: BaseMapParts<Overlay>,
): BaseMap<Overlay> {
  const { container, styleUrl, tilesUrl, title, calm, onShown, onFilled, onDrawn, onBaseMapMissing } = options;
  let { scheme } = options;
  let isRemoved = false;
  let hasBaseMap = false;
  const map = new MapLibreMap({
    container,
    center: [10, 30],
    zoom: 1,
    maxZoom: 19,
    maxPitch: 0,
    dragRotate: false,
    cooperativeGestures: scrolls,
    attributionControl: false,
    reduceMotion: calm,
    // A fade is a dozen pictures, each of which takes a tenth of a second without a GPU.
    fadeDuration: 0,
    locale: mapLocale(title),
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
  map.addControl(new AttributionControl({}), 'bottom-right');

  const overlay = overlayOf(map);
  const drawGrid = redrawGridOnMove(map);
  const loadDetail = loadDetailOnMove(map);

  async function setBaseMap(): Promise<void> {
    hasBaseMap = false;
    overlay.detach();
    const style = styleUrl ?? (await createOwnStyle());
    if (!isRemoved) map.setStyle(style, { diff: false });
  }
  async function createOwnStyle(): Promise<StyleSpecification> {
    const [initialScheme, world] = [scheme, await loadWorld()];
    const palette = paletteOf(initialScheme);
    if (tilesUrl === null) return worldStyle(world, palette);
    try {
      const { drawIconsOnDemand, streetsStyle } = await import('./map-streets.ts');
      const streets = await streetsStyle({ url: tilesUrl, world, scheme: initialScheme, palette });
      drawIconsOnDemand(map, () => scheme);
      return streets;
    } catch {
      onBaseMapMissing('streets');
      return worldStyle(world, palette);
    }
  }
  function removeBaseMap(): void {
    if (isRemoved || hasBaseMap) return;
    onBaseMapMissing('ground');
    map.setStyle({ version: 8, sources: {}, layers: [] }, { diff: false });
  }
  function awaitGround({ sourceId, tile }: MapSourceDataEvent): void {
    if (tile === undefined || (styleUrl === null && sourceId !== 'countries')) return;
    map.off('sourcedata', awaitGround);
    map.once('render', onShown);
  }
  const reloadBaseMap = () => void setBaseMap().catch(removeBaseMap);

  map.on('style.load', () => {
    hasBaseMap = true;
    overlay.addTo(paletteOf(scheme));
    void drawGrid();
  });
  // With a base map, an error only means that a tile or icon failed to load.
  map.on('error', removeBaseMap);
  map.on('sourcedata', awaitGround);
  map.once('idle', onFilled);
  map.on('movestart', ({ originalEvent }) => originalEvent && onFilled());
  map.on('idle', () => void loadDetail().then((isMore) => isMore || onDrawn()));
  reloadBaseMap();

  return {
    map,
    overlay,
    setScheme(next) {
      if (next === scheme) return;
      scheme = next;
      if (!hasBaseMap) return;
      const palette = paletteOf(scheme);
      // The street map has more colours than the palette, so its style is created again.
      if (tilesUrl !== null) return reloadBaseMap();
      // An external style keeps its own colours.
      if (styleUrl === null) recolor(map, worldLayers(palette));
      overlay.recolor(palette);
    },
    remove() {
      isRemoved = true;
      map.remove();
    },
  };
}

/**
 * Redraws the grid as the map moves, one update at a time, and again if the map moved meanwhile. Returns the function
 * that redraws it now.
 */
function redrawGridOnMove(map: MapLibreMap): () => Promise<void> {
  let isDrawing = false;
  let hasMoved = false;
  async function draw(): Promise<void> {
    const source = map.getSource<GeoJSONSource>('grid');
    if (!source) return;
    hasMoved = true;
    if (isDrawing) return;
    isDrawing = true;
    while (hasMoved) {
      hasMoved = false;
      const bounds = map.getBounds();
      const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
      await source.setData(gridOf({ west, south, east, north })).catch(() => undefined);
    }
    isDrawing = false;
  }
  map.on('move', () => void draw());
  map.on('resize', () => void draw());
  return draw;
}

/** The tolerance of a click, in pixels. */
const clickTolerance = 6;

/** The features of these layers around a point of the screen, topmost first. */
function featuresAt(map: MapLibreMap, [x, y]: [number, number], layerIds: readonly string[]): MapGeoJSONFeature[] {
  const layers = layerIds.filter((id) => map.getLayer(id) !== undefined);
  if (layers.length === 0) return [];
  const box: [PointLike, PointLike] = [
    [x - clickTolerance, y - clickTolerance],
    [x + clickTolerance, y + clickTolerance],
  ];
  return map.queryRenderedFeatures(box, { layers });
}

interface Clickable {
  layers: readonly string[];
  /** The id of the source whose points form clusters. */
  clustered: string;
  /** The zoom level for a cluster that cannot be resolved. */
  closeUpZoom: number;
  onPick: (properties: Readonly<Record<string, unknown>>) => void;
}

/** Reports clicks on the features of some layers. A click on a cluster zooms into it. */
export function reportClicks(map: MapLibreMap, { layers, clustered, closeUpZoom, onPick }: Clickable): void {
  async function pick(at: [number, number]): Promise<void> {
    const [clicked] = featuresAt(map, at, layers);
    if (!clicked) return;
    const { cluster_id: cluster } = clicked.properties as { cluster_id?: number };
    if (cluster === undefined) return onPick(clicked.properties);
    const zoom = await map.getSource<GeoJSONSource>(clustered)?.getClusterExpansionZoom(cluster);
    const { geometry } = clicked;
    if (geometry.type === 'Point')
      map.easeTo({ center: geometry.coordinates as [number, number], zoom: zoom ?? closeUpZoom });
  }
  map.on('click', ({ point }) => void pick([point.x, point.y]));
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = featuresAt(map, [point.x, point.y], layers).length > 0 ? 'pointer' : '';
  });
}
