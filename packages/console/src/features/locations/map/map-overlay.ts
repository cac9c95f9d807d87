import type { Track } from '@fairwatch/contract';
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { systemFonts } from './map-base.ts';
import { accuracyCircle, featureCollection, playedLine, pointFeature, trackData, type MapTexts } from './map-data.ts';
import { arrowImage, trackLayers, trackSources } from './map-layers.ts';
import type { Palette } from './map-palette.ts';
import type { NamedPoint, Position } from '../track-shape.ts';

/** The prefix of our layer and source ids, so that they do not collide with those of a custom map style. */
const prefix = 'track-';

export function overlayLayer(name: string): string {
  return prefix + name;
}

/** The layers above the base map: the track, the selected point and the replay. They are added again after each change of the base map. */
export function createOverlay(map: MapLibreMap, texts: MapTexts) {
  let track: Track | null = null;
  let marked: NamedPoint | null = null;
  let position: Position | null = null;
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

  function showPlayed(): void {
    const played = track && position ? playedLine(track, position.passed, position.latitude, position.longitude) : null;
    setData('played', played ?? featureCollection([]));
    // While a part is highlighted, the whole track is dimmed.
    if (isAttached) map.setPaintProperty(`${prefix}line`, 'line-opacity', played ? 0.35 : 1);
  }

  return {
    setTrack(next: Track): void {
      track = next;
      showTrack();
    },
    setMarked(next: NamedPoint | null): void {
      marked = next;
      showMarked();
    },
    setPosition(next: Position | null): void {
      position = next;
      showPlayed();
    },
    /** Adds sources and layers after a new base map was loaded. */
    addTo(palette: Palette): void {
      const pixelRatio = 2;
      if (!map.hasImage(arrowImage)) map.addImage(arrowImage, drawArrow(palette), { pixelRatio });
      for (const [name, source] of Object.entries(trackSources)) map.addSource(prefix + name, source);
      for (const layer of overlayLayers(map, palette)) map.addLayer(layer);
      isAttached = true;
      showTrack();
      showMarked();
      showPlayed();
    },
    /** Changes the colours without adding the layers again. */
    recolor(palette: Palette): void {
      if (!isAttached) return;
      map.updateImage(arrowImage, drawArrow(palette));
      recolor(map, overlayLayers(map, palette));
      showPlayed();
    },
    /** Called before the base map is replaced, which removes all layers. */
    detach(): void {
      isAttached = false;
    },
  };
}

function overlayLayers(map: MapLibreMap, palette: Palette): LayerSpecification[] {
  return trackLayers(palette, fontOf(map)).map((layer) => {
    const { source } = layer as { source: string };
    return Object.assign(layer, { id: prefix + layer.id, source: prefix + source });
  });
}

/** Applies the colours of `layers` to the existing layers with the same ids. */
export function recolor(map: MapLibreMap, layers: readonly LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as 'fill-color', value);
  }
}

/** The font of the base map's labels, which is already loaded. */
function fontOf(map: MapLibreMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : null;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return systemFonts;
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
