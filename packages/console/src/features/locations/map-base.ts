import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { Palette } from './map-palette.ts';
import type { World } from './map-world.ts';

/** Letters are drawn from the reader's own fonts: none are fetched. */
export const ownFonts = ['ui-sans-serif', 'system-ui', 'Segoe UI', 'Roboto', 'Noto Sans', 'Arial', 'sans-serif'];

/**
 * The world's outlines are true to a few kilometres. Where that would show, coasts and borders fade and the ground
 * becomes plain paper with a grid, rather than putting somebody's home into the sea.
 */
const coarseUntil = 7;
const plainFrom = 9;

function fading(from: number | string, to: number | string): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], coarseUntil, from, plainFrom, to];
}

/** The map without streets: countries, and a grid of degrees. */
export function worldStyle({ countries, names }: World, palette: Palette): StyleSpecification {
  return {
    version: 8,
    sources: {
      countries: { type: 'geojson', data: countries, attribution: 'Natural Earth', maxzoom: 9 },
      names: { type: 'geojson', data: names },
      grid: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } },
    },
    layers: worldLayers(palette),
  };
}

/** The same in other colours. */
export function worldLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': fading(palette.sea, palette.land) } },
    { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': palette.land } },
    {
      id: 'borders',
      type: 'line',
      source: 'countries',
      paint: { 'line-color': palette.border, 'line-width': 0.8, 'line-opacity': fading(1, 0) },
    },
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      filter: ['==', ['geometry-type'], 'LineString'],
      paint: { 'line-color': palette.grid, 'line-width': 1 },
    },
    {
      id: 'grid-labels',
      type: 'symbol',
      source: 'grid',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: {
        'text-field': ['get', 'text'],
        'text-font': ownFonts,
        'text-size': 10.5,
        'text-anchor': ['get', 'anchor'],
        'text-offset': ['match', ['get', 'anchor'], 'left', ['literal', [0.5, -0.6]], ['literal', [0, 0.5]]],
      },
      paint: { 'text-color': palette.text, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      maxzoom: plainFrom,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': ownFonts,
        'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 14],
        'text-max-width': 8,
        'text-padding': 6,
        'symbol-sort-key': ['-', 0, ['get', 'area']],
      },
      paint: {
        'text-color': palette.text,
        'text-halo-color': palette.land,
        'text-halo-width': 1.4,
        'text-opacity': fading(1, 0),
      },
    },
  ];
}
