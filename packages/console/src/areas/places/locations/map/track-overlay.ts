import type { Track } from '@fairwatch/contract';
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { accuracyCircle, featureCollection, pointFeature } from '../../../../core/map-canvas/geo-features.ts';
import { fontOf, prefixLayers, recolor, type MapOverlay } from '../../../../core/map-canvas/map-overlay.ts';
import type { Palette } from '../../../../core/map-canvas/map-palette.ts';
import { playedLine, trackData, type MapTexts } from './map-data.ts';
import { arrowImage, trackLayers, trackSources } from './map-layers.ts';
import { trailData, type Trail } from '../../../../core/map-canvas/trail.ts';
import type { NamedPoint, Position } from '../track-shape.ts';

/** The prefix of the ids of layers and sources. */
const prefix = 'track-';

export function overlayLayer(name: string): string {
  return prefix + name;
}

interface TrackOverlay extends MapOverlay {
  setTrack(track: Track): void;
  setMarked(point: NamedPoint | null): void;
  setTrail(trail: Trail): void;
  setPosition(position: Position | null): void;
}

/** The layers above the base map: the track, the selected point and the replay. They are added again after each change of the base map. */
export function createOverlay(map: MapLibreMap, texts: MapTexts): TrackOverlay {
  let track: Track | null = null;
  let marked: NamedPoint | null = null;
  let position: Position | null = null;
  let trail: Trail = [];
  let isAttached = false;

  const setData = (name: string, data: GeoJSON.FeatureCollection) => {
    if (isAttached) void map.getSource<GeoJSONSource>(prefix + name)?.setData(data);
  };

  function showTrack(): void {
    if (!track) return;
    for (const [name, data] of Object.entries(trackData(track, texts))) setData(name, data);
  }

  function showMarked(): void {
    const features = marked ? [accuracyCircle(marked), pointFeature(marked.latitude, marked.longitude, {})] : [];
    setData('marked', featureCollection(features));
  }

  function showTrail(): void {
    setData('trail', trailData(trail));
  }

  function showPlayed(): void {
    const played = track && position ? playedLine(track, position.passed, position.latitude, position.longitude) : null;
    setData('played', played ?? featureCollection([]));
    // While a part is highlighted, the whole track is dimmed.
    if (isAttached) map.setPaintProperty(`${prefix}line`, 'line-opacity', played ? 0.35 : 1);
  }

  return {
    setTrack(next) {
      track = next;
      showTrack();
    },
    setMarked(next) {
      marked = next;
      showMarked();
    },
    setTrail(next) {
      trail = next;
      showTrail();
    },
    setPosition(next) {
      position = next;
      showPlayed();
    },
    addTo(palette) {
      const pixelRatio = 2;
      if (!map.hasImage(arrowImage)) map.addImage(arrowImage, drawArrow(palette), { pixelRatio });
      for (const [name, source] of Object.entries(trackSources)) map.addSource(prefix + name, source);
      for (const layer of overlayLayers(map, palette)) map.addLayer(layer);
      isAttached = true;
      showTrack();
      showMarked();
      showTrail();
      showPlayed();
    },
    recolor(palette) {
      if (!isAttached) return;
      map.updateImage(arrowImage, drawArrow(palette));
      recolor(map, overlayLayers(map, palette));
      showPlayed();
    },
    detach() {
      isAttached = false;
    },
  };
}

function overlayLayers(map: MapLibreMap, palette: Palette): LayerSpecification[] {
  return prefixLayers(trackLayers(palette, fontOf(map)), prefix);
}

const arrowSize = 32;

/** Draws an arrow that points right, the direction of a line. */
function drawArrow({ accent, paper }: Palette): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = arrowSize;
  canvas.height = arrowSize;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(arrowSize, arrowSize);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [color, width] of [
    [paper, 10],
    [accent, 5],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.beginPath();
    context.moveTo(10, 7);
    context.lineTo(21, 16);
    context.lineTo(10, 25);
    context.stroke();
  }
  return context.getImageData(0, 0, arrowSize, arrowSize);
}
