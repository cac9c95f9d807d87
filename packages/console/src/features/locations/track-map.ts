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
import type { MapWords } from './map-data.ts';
import { followDetail } from './map-detail.ts';
import { gridOf } from './map-grid.ts';
import { clickable } from './map-layers.ts';
import { createOverlay, overlayLayer, recolor } from './map-overlay.ts';
import { paletteOf, type Scheme } from './map-palette.ts';
import { loadWorld } from './map-world.ts';
import type { NamedPoint, Position } from './track-shape.ts';

// A file of our own server: the policy of the page needs no exception for scripts made on the way.
setWorkerUrl(workerUrl);

/** The map as the page uses it. */
export interface TrackMap {
  setTrack(track: Track): void;
  setScheme(scheme: Scheme): void;
  setMarked(point: NamedPoint | null): void;
  setPosition(position: Position | null): void;
  /** Shows the whole track. */
  fit(): void;
  remove(): void;
}

interface TrackMapOptions {
  container: HTMLElement;
  /** The owner's map of streets: a style from elsewhere, or a file of our server. Without both, the world is drawn. */
  styleUrl: string | null;
  tilesUrl: string | null;
  scheme: Scheme;
  words: MapWords;
  calm: boolean;
  /** The place of a point in the track that was clicked. */
  onPick: (place: number) => void;
  /** Everything that was asked for is drawn. */
  onDrawn: () => void;
  /** The ground could not be loaded, or only its streets. The track is drawn without them. */
  onGroundMissing: (what: 'ground' | 'streets') => void;
}

/** A click this close counts. */
const reach = 6;
const closeUp = 15;
/** Room for the names beside the outermost points. */
const aroundTrack = { top: 56, right: 72, bottom: 76, left: 72 };

/** Draws a map into the container. Throws where the browser has no WebGL. */
export function createTrackMap(options: TrackMapOptions): TrackMap {
  const { container, styleUrl, tilesUrl, words, calm, onPick, onDrawn, onGroundMissing } = options;
  let { scheme } = options;
  let track: Track | null = null;
  let removed = false;
  let grounded = false;
  const map = new MapLibreMap({
    container,
    center: [10, 30],
    zoom: 1,
    maxZoom: 19,
    maxPitch: 0,
    dragRotate: false,
    // The page scrolls on over the map: zooming takes Ctrl, moving on a phone two fingers.
    cooperativeGestures: true,
    attributionControl: false,
    reduceMotion: calm,
    fadeDuration: calm ? 0 : 200,
    locale: { 'Map.Title': words.map },
  });
  map.touchZoomRotate.disableRotation();
  map.keyboard.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({ maxWidth: 120 }), 'bottom-left');
  map.addControl(new AttributionControl({}), 'bottom-right');

  const overlay = createOverlay(map, words);
  const marker = new Marker({ element: replayDot() });
  const grid = followGrid(map);
  const showDetail = followDetail(map);

  async function setGround(): Promise<void> {
    grounded = false;
    overlay.takeOff();
    const style = styleUrl ?? (await ownGround());
    if (!removed) map.setStyle(style, { diff: false });
  }
  async function ownGround(): Promise<StyleSpecification> {
    const [asked, world] = [scheme, await loadWorld()];
    const palette = paletteOf(asked);
    if (tilesUrl === null) return worldStyle(world, palette);
    try {
      const { drawMissingIcons, streetsStyle } = await import('./map-streets.ts');
      const streets = await streetsStyle({ url: tilesUrl, world, scheme: asked, palette });
      drawMissingIcons(map, () => scheme);
      return streets;
    } catch {
      onGroundMissing('streets');
      return worldStyle(world, palette);
    }
  }
  function doWithoutGround(): void {
    if (removed || grounded) return;
    onGroundMissing('ground');
    map.setStyle({ version: 8, sources: {}, layers: [] }, { diff: false });
  }
  const changeGround = () => void setGround().catch(doWithoutGround);

  map.on('style.load', () => {
    grounded = true;
    overlay.putOn(paletteOf(scheme));
    void grid();
    showDetail();
  });
  // Once there is a ground, an error is a tile or an icon that did not come: the map shows what it has.
  map.on('error', doWithoutGround);
  map.on('idle', onDrawn);
  map.on('click', ({ point }) => void pick(map, [point.x, point.y], onPick));
  map.on('mousemove', ({ point }) => {
    map.getCanvas().style.cursor = featuresAt(map, [point.x, point.y]).length > 0 ? 'pointer' : '';
  });
  changeGround();

  function fit(): void {
    const points = track?.points.length ? track.points : track?.latest ? [track.latest] : [];
    if (points.length === 0) return;
    const bounds = new LngLatBounds();
    for (const [, , latitude, longitude] of points) bounds.extend([longitude, latitude]);
    map.fitBounds(bounds, {
      padding: aroundTrack,
      maxZoom: closeUp + 1,
      duration: calm || map.getZoom() < 3 ? 0 : 600,
    });
  }

  return {
    setTrack(next) {
      const moves = next.from !== track?.from || next.to !== track.to;
      track = next;
      overlay.setTrack(next);
      if (moves) fit();
    },
    setScheme(next) {
      if (next === scheme) return;
      scheme = next;
      if (!grounded) return;
      const palette = paletteOf(scheme);
      // Streets have many more colours than we have names for: their style is made anew.
      if (tilesUrl !== null) return changeGround();
      // A style from elsewhere keeps its own colours.
      if (styleUrl === null) recolor(map, worldLayers(palette));
      overlay.recolor(palette);
    },
    setMarked(point) {
      overlay.setMarked(point);
      if (!point) return;
      const center: [number, number] = [point.longitude, point.latitude];
      map.easeTo({ center, zoom: Math.max(map.getZoom(), closeUp - 1), duration: calm ? 0 : 500 });
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
      removed = true;
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

/** Keeps the grid under the view. One drawing at a time: what moved meanwhile is caught up with. */
function followGrid(map: MapLibreMap): () => Promise<void> {
  let drawing = false;
  let moved = false;
  async function draw(): Promise<void> {
    const source = map.getSource<GeoJSONSource>('grid');
    if (!source) return;
    moved = true;
    if (drawing) return;
    drawing = true;
    while (moved) {
      moved = false;
      const bounds = map.getBounds();
      const [west, south, east, north] = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
      await source.setData(gridOf({ west, south, east, north })).catch(() => undefined);
    }
    drawing = false;
  }
  map.on('move', () => void draw());
  map.on('resize', () => void draw());
  return draw;
}

function featuresAt(map: MapLibreMap, [x, y]: [number, number]) {
  const layers = clickable.map(overlayLayer).filter((id) => map.getLayer(id) !== undefined);
  if (layers.length === 0) return [];
  const box: [PointLike, PointLike] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  return map.queryRenderedFeatures(box, { layers });
}

/** A point tells its place; a cluster opens. */
async function pick(map: MapLibreMap, at: [number, number], onPick: (place: number) => void): Promise<void> {
  const [found] = featuresAt(map, at);
  if (!found) return;
  const { cluster_id: cluster, place } = found.properties as { cluster_id?: number; place?: number };
  if (cluster === undefined) {
    if (place !== undefined && place >= 0) onPick(place);
    return;
  }
  const zoom = await map.getSource<GeoJSONSource>(overlayLayer('points'))?.getClusterExpansionZoom(cluster);
  const { geometry } = found;
  if (geometry.type === 'Point')
    map.easeTo({ center: geometry.coordinates as [number, number], zoom: zoom ?? closeUp });
}
