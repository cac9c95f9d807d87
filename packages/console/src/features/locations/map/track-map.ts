import 'maplibre-gl/dist/maplibre-gl.css';
import './track-map.css';
import type { Track } from '@fairwatch/contract';
import {
  AttributionControl,
  LngLatBounds,
  Map as MapLibreMap,
  Marker,
  NavigationControl,
  ScaleControl,
  setWorkerUrl,
  type GeoJSONSource,
  type PointLike,
  type StyleSpecification,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { worldLayers, worldStyle } from './map-base.ts';
import type { MapTexts } from './map-data.ts';
import { loadDetailOnMove } from './map-detail.ts';
import { gridOf } from './map-grid.ts';
import { clickableLayers } from './map-layers.ts';
import { createOverlay, overlayLayer, recolor } from './map-overlay.ts';
import { paletteOf, type Scheme } from './map-palette.ts';
import { loadWorld } from './map-world.ts';
import type { NamedPoint, Position } from '../track-shape.ts';

// The worker is a file of our server, so the content security policy needs no exception for blob scripts.
setWorkerUrl(workerUrl);

/** The interface between the page and the map library. */
export interface TrackMap {
  setTrack(track: Track): void;
  setScheme(scheme: Scheme): void;
  setMarked(point: NamedPoint | null): void;
  setPosition(position: Position | null): void;
  /** Zooms to the whole track. */
  fit(): void;
  remove(): void;
}

interface TrackMapOptions {
  container: HTMLElement;
  /** The street map of this installation: the URL of an external style, or of a PMTiles file on our server. Both null: the world map. */
  styleUrl: string | null;
  tilesUrl: string | null;
  scheme: Scheme;
  texts: MapTexts;
  /** True when the reader prefers reduced motion. */
  calm: boolean;
  /** Called with the index of the clicked point in the track. */
  onPick: (index: number) => void;
  /** Called when the map has finished rendering. */
  onDrawn: () => void;
  /** Called when the base map, or only its streets, could not be loaded. The track is still shown. */
  onBaseMapMissing: (what: 'ground' | 'streets') => void;
}

/** The tolerance of a click, in pixels. */
const clickTolerance = 6;
const closeUpZoom = 15;
/** Space for the labels beside the outermost points, in pixels. */
const fitPadding = { top: 56, right: 72, bottom: 76, left: 72 };

/** Creates the map in the container. Throws when the browser has no WebGL. */
export function createTrackMap(options: TrackMapOptions): TrackMap {
  const { container, styleUrl, tilesUrl, texts, calm, onPick, onDrawn, onBaseMapMissing } = options;
  let { scheme } = options;
  let track: Track | null = null;
  let isRemoved = false;
  let hasBaseMap = false;
  const map = new MapLibreMap({
    container,
    center: [10, 30],
    zoom: 1,
    maxZoom: 19,
    maxPitch: 0,
    dragRotate: false,
    // The page still scrolls over the map: zooming needs Ctrl, and panning on a phone two fingers.
    cooperativeGestures: true,
    attributionControl: false,
    reduceMotion: calm,
    fadeDuration: calm ? 0 : 200,
    locale: { 'Map.Title': texts.map },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
  map.addControl(new AttributionControl({}), 'bottom-right');

  const overlay = createOverlay(map, texts);
  const marker = new Marker({ element: replayDot() });
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
  const reloadBaseMap = () => void setBaseMap().catch(removeBaseMap);

  map.on('style.load', () => {
    hasBaseMap = true;
    overlay.addTo(paletteOf(scheme));
    void drawGrid();
    loadDetail();
  });
  // With a base map, an error only means that a tile or icon failed to load.
  map.on('error', removeBaseMap);
  map.on('idle', onDrawn);
  map.on('click', ({ point }) => void pick(map, [point.x, point.y], onPick));
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = featuresAt(map, [point.x, point.y]).length > 0 ? 'pointer' : '';
  });
  reloadBaseMap();

  function fit(): void {
    const points = track?.points.length ? track.points : track?.latest ? [track.latest] : [];
    if (points.length === 0) return;
    const bounds = new LngLatBounds();
    for (const [, , latitude, longitude] of points) bounds.extend([longitude, latitude]);
    map.fitBounds(bounds, {
      padding: fitPadding,
      maxZoom: closeUpZoom + 1,
      duration: calm || map.getZoom() < 3 ? 0 : 600,
    });
  }

  return {
    setTrack(next) {
      const hasNewPeriod = next.from !== track?.from || next.to !== track.to;
      track = next;
      overlay.setTrack(next);
      if (hasNewPeriod) fit();
    },
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
    setMarked(point) {
      overlay.setMarked(point);
      if (!point) return;
      const center: [number, number] = [point.longitude, point.latitude];
      map.easeTo({ center, zoom: Math.max(map.getZoom(), closeUpZoom - 1), duration: calm ? 0 : 500 });
    },
    setPosition(position) {
      overlay.setPosition(position);
      if (!position) return void marker.remove();
      const at: [number, number] = [position.longitude, position.latitude];
      marker.setLngLat(at).addTo(map);
      if (!map.getBounds().contains(at)) map.panTo(at, { duration: calm ? 0 : 300 });
    },
    fit,
    remove() {
      isRemoved = true;
      map.remove();
    },
  };
}

function replayDot(): HTMLElement {
  const dot = document.createElement('div');
  dot.className = 'fw-replay-dot';
  dot.setAttribute('aria-hidden', 'true');
  return dot;
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

function featuresAt(map: MapLibreMap, [x, y]: [number, number]) {
  const layers = clickableLayers.map(overlayLayer).filter((id) => map.getLayer(id) !== undefined);
  if (layers.length === 0) return [];
  const box: [PointLike, PointLike] = [
    [x - clickTolerance, y - clickTolerance],
    [x + clickTolerance, y + clickTolerance],
  ];
  return map.queryRenderedFeatures(box, { layers });
}

/** Handles a click: selects a point, or zooms into a cluster. */
async function pick(map: MapLibreMap, at: [number, number], onPick: (index: number) => void): Promise<void> {
  const [clicked] = featuresAt(map, at);
  if (!clicked) return;
  const { cluster_id: cluster, place } = clicked.properties as { cluster_id?: number; place?: number };
  if (cluster === undefined) {
    if (place !== undefined && place >= 0) onPick(place);
    return;
  }
  const zoom = await map.getSource<GeoJSONSource>(overlayLayer('points'))?.getClusterExpansionZoom(cluster);
  const { geometry } = clicked;
  if (geometry.type === 'Point')
    map.easeTo({ center: geometry.coordinates as [number, number], zoom: zoom ?? closeUpZoom });
}
