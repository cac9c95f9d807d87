import type { LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { systemFonts } from './map-base.ts';
import type { Palette } from './map-palette.ts';

/** What a page draws above the base map. */
export interface MapOverlay {
  /** Adds sources and layers after a new base map was loaded. */
  addTo(palette: Palette): void;
  /** Changes the colours without adding the layers again. */
  recolor(palette: Palette): void;
  /** Called before the base map is replaced, which removes all layers. */
  detach(): void;
}

/** Prefixes the ids of layers and their sources, so that they do not collide with those of a custom map style. */
export function prefixLayers(layers: readonly LayerSpecification[], prefix: string): LayerSpecification[] {
  return layers.map((layer) => {
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
export function fontOf(map: MapLibreMap): string[] {
  for (const layer of map.getStyle().layers) {
    const font: unknown = layer.type === 'symbol' ? layer.layout?.['text-font'] : null;
    if (Array.isArray(font) && font.every((name) => typeof name === 'string')) return font;
  }
  return systemFonts;
}
