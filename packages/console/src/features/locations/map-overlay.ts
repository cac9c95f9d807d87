import type { Track } from '@fairwatch/contract';
import type { FeatureCollection } from 'geojson';
import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl';
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

  const show = (name: string, data: FeatureCollection) => {
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
      if (!map.hasImage(arrowImage)) map.addImage(arrowImage, drawArrow(palette.paper), { pixelRatio });
      for (const [name, source] of Object.entries(trackSources)) map.addSource(prefix + name, source);
      for (const layer of trackLayers(palette, fontOf(map))) {
        const { source } = layer as { source: string };
        map.addLayer({ ...layer, id: prefix + layer.id, source: prefix + source } as typeof layer);
      }
      ready = true;
      showTrack();
      showMarked();
      showPlayed();
    },
    takeOff(): void {
      ready = false;
    },
  };
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
function drawArrow(color: string): ImageData {
  const canvas = document.createElement('canvas');
  canvas.width = arrowSize;
  canvas.height = arrowSize;
  const context = canvas.getContext('2d');
  if (!context) return new ImageData(arrowSize, arrowSize);
  context.strokeStyle = color;
  context.lineWidth = 5;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.beginPath();
  context.moveTo(12, 8);
  context.lineTo(21, 16);
  context.lineTo(12, 24);
  context.stroke();
  return context.getImageData(0, 0, arrowSize, arrowSize);
}
