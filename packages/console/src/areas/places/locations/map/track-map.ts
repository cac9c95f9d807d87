import type { Track } from '@fairwatch/contract';
import { Marker } from 'maplibre-gl';
import { createBaseMap, reportClicks, type BaseMapOptions } from '../../../../core/map-canvas/base-map.ts';
import { boxAround, nearestLongitude } from '../../../../core/map-canvas/geo-features.ts';
import type { Scheme } from '../../../../core/map-canvas/map-palette.ts';
import type { MapTexts } from './map-data.ts';
import { aboveZones, createZoneLayers } from '../../../../shared/zone-layers/zone-layers.ts';
import type { DrawnZone } from '../../../../shared/zone-layers/zone-shapes.ts';
import { clickableLayers } from './map-layers.ts';
import { createOverlay, overlayLayer } from './track-overlay.ts';
import type { Trail } from '../../../../core/map-canvas/trail.ts';
import type { NamedPoint, Position } from '../track-shape.ts';

/** The interface between the page and the map library. */
export interface TrackMap {
  setTrack(track: Track): void;
  /** Shows where the device went during a live location, and follows its newest point; empty when none runs. */
  setTrail(trail: Trail): void;
  setZones(zones: readonly DrawnZone[]): void;
  setScheme(scheme: Scheme): void;
  setMarked(point: NamedPoint | null): void;
  setPosition(position: Position | null): void;
  /** Zooms to the whole track. */
  fit(): void;
  remove(): void;
}

interface TrackMapOptions {
  texts: MapTexts;
  /** Called with the index of the clicked point in the track. */
  onPick: (index: number) => void;
}

const closeUpZoom = 15;
/** Space for the labels beside the outermost points, in pixels. */
const fitPadding = { top: 56, right: 72, bottom: 76, left: 72 };

/** Creates the map of a track. Throws when the browser has no WebGL. */
export function createTrackMap(options: BaseMapOptions, { texts, onPick }: TrackMapOptions): TrackMap {
  const { calm } = options;
  let track: Track | null = null;
  let hasTrail = false;
  const { map, overlay, setScheme, remove } = createBaseMap(options, {
    scrolls: true,
    overlayOf: (map) => {
      const zones = createZoneLayers(map);
      return Object.assign(aboveZones(zones, createOverlay(map, texts)), { setZones: zones.setZones });
    },
  });
  const marker = new Marker({ element: replayDot() });
  reportClicks(map, {
    layers: clickableLayers.map(overlayLayer),
    clustered: overlayLayer('points'),
    closeUpZoom,
    onPick: ({ place }) => {
      if (typeof place === 'number' && place >= 0) onPick(place);
    },
  });

  function fit(): void {
    const points = track?.points.length ? track.points : track?.latest ? [track.latest] : [];
    const box = boxAround(points.map(([, , latitude, longitude]) => [longitude, latitude]));
    if (box === null) return;
    map.fitBounds(box, {
      padding: fitPadding,
      maxZoom: closeUpZoom + 1,
      duration: calm || map.getZoom() < 3 ? 0 : 600,
    });
  }

  /** A place on the copy of the world that is in view, which can be the one beyond the antimeridian. */
  const inView = ({ latitude, longitude }: { latitude: number; longitude: number }): [number, number] => [
    nearestLongitude(longitude, map.getCenter().lng),
    latitude,
  ];

  return {
    setTrack(next) {
      const hasNewPeriod = next.from !== track?.from || next.to !== track.to;
      track = next;
      overlay.setTrack(next);
      if (hasNewPeriod) fit();
    },
    setTrail(trail) {
      overlay.setTrail(trail);
      const isNew = trail.length > 0 && !hasTrail;
      hasTrail = trail.length > 0;
      const newest = trail.at(-1);
      if (!newest) return;
      const at = inView({ latitude: newest[1], longitude: newest[2] });
      if (isNew) map.easeTo({ center: at, zoom: Math.max(map.getZoom(), closeUpZoom), duration: calm ? 0 : 500 });
      else if (!map.getBounds().contains(at)) map.panTo(at, { duration: calm ? 0 : 300 });
    },
    setZones: (zones) => overlay.setZones(zones),
    setScheme,
    setMarked(point) {
      overlay.setMarked(point);
      if (!point) return;
      map.easeTo({ center: inView(point), zoom: Math.max(map.getZoom(), closeUpZoom - 1), duration: calm ? 0 : 500 });
    },
    setPosition(position) {
      overlay.setPosition(position);
      if (!position) return void marker.remove();
      const at = inView(position);
      marker.setLngLat(at).addTo(map);
      if (!map.getBounds().contains(at)) map.panTo(at, { duration: calm ? 0 : 300 });
    },
    fit,
    remove,
  };
}

function replayDot(): HTMLElement {
  const dot = document.createElement('div');
  dot.className = 'fw-replay-dot';
  dot.setAttribute('aria-hidden', 'true');
  return dot;
}
