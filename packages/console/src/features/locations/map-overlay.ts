import type { Track } from '@fairwatch/contract';
import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { ownFonts } from './map-base.ts';
import { circleOf, collection, playedLine, spot, trackData, type MapWords } from './map-data.ts';
import { arrowImage, trackLayers, trackSources } from './map-layers.ts';
import type { Palette } from './map-palette.ts';
import type { NamedPoint, Position } from './track-shape.ts';

/** Before each of our names, so that they meet none of the owner's style. */
const prefix = 'track-';

export function overlayLayer(name: string): string {
  return prefix + name;
}

/** What lies over the ground: the track, and what was chosen of it. It is put back whenever the ground changes. */
export function createOverlay(map: MapLibreMap, words: MapWords) {
  let track: Track | null = null;
  let marked: NamedPoint | null = null;
  let position: Position | null = null;
  let ready = false;

  const show = (name: string, data: GeoJSON.FeatureCollection) => {
    if (ready) void map.getSource<GeoJSONSource>(prefix + name)?.setData(data);
  };

  function showTrack(): void {
    if (!track) return;
    for (const [name, data] of Object.entries(trackData(track, words))) show(name, data);
  }

  function showMarked(): void {
    const features = marked ? [circleOf(marked), spot(marked.latitude, marked.longitude, {})] : [];
    show('marked', collection(features));
  }

  function showPlayed(): void {
    const played = track && position ? playedLine(track, position.passed, position.latitude, position.longitude) : null;
    show('played', played ?? collection([]));
    // While a part of it is told apart, the whole steps back.
    if (ready) map.setPaintProperty(`${prefix}line`, 'line-opacity', played ? 0.35 : 1);
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
    /** Puts sources and layers on a ground that has none of them. */
    putOn(palette: Palette): void {
      const pixelRatio = 2;
      if (!map.hasImage(arrowImage)) map.addImage(arrowImage, drawArrow(palette), { pixelRatio });
      for (const [name, source] of Object.entries(trackSources)) map.addSource(prefix + name, source);
      for (const layer of ownLayers(map, palette)) map.addLayer(layer);
      ready = true;
      showTrack();
      showMarked();
      showPlayed();
    },
    /** The same in other colours, without putting it on anew. */
    recolor(palette: Palette): void {
      if (!ready) return;
      map.updateImage(arrowImage, drawArrow(palette));
      recolor(map, ownLayers(map, palette));
      showPlayed();
    },
    takeOff(): void {
      ready = false;
    },
  };
}

function ownLayers(map: MapLibreMap, palette: Palette): LayerSpecification[] {
  return trackLayers(palette, fontOf(map)).map((layer) => {
    const { source } = layer as { source: string };
    return Object.assign(layer, { id: prefix + layer.id, source: prefix + source });
  });
}

/** Gives layers that are there already these colours. */
export function recolor(map: MapLibreMap, layers: readonly LayerSpecification[]): void {
  for (const { id, paint = {} } of layers) {
    for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as 'fill-color', value);
  }
}

/** The letters that the ground uses, so that ours come from the same place. */
function fontOf(map: MapLibreMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : null;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return ownFonts;
}

const arrowSize = 32;

/** Points to the right, the way a line runs. */
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
