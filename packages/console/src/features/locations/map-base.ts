import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { collection } from './map-data.ts';
import type { Palette } from './map-palette.ts';
import type { World } from './map-world.ts';

/** Letters are drawn from the reader's own fonts: none are fetched. */
export const ownFonts = ['ui-sans-serif', 'system-ui', 'Segoe UI', 'Roboto', 'Noto Sans', 'Arial', 'sans-serif'];

/**
 * The finest outlines are true to some hundred metres. Where that would show, coasts and borders fade and the ground
 * becomes plain paper with a grid and towns, rather than putting somebody's home into the sea.
 */
const coarseUntil = 9;
export const plainFrom = 11;

function fading(from: number | string, to: number | string): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], coarseUntil, from, plainFrom, to];
}

/** From each zoom on, towns of this population are shown. */
const townsByZoom = [
  [4, 1_500_000],
  [5, 500_000],
  [6, 200_000],
  [7, 100_000],
  [8, 20_000],
  [9, 8000],
  [10, 3000],
  [11, 0],
];
const smallestTown: ExpressionSpecification = ['step', ['zoom'], 5_000_000, ...townsByZoom.flat()];

/** The map without streets: countries, towns, and a grid of degrees. */
export function worldStyle(world: World, palette: Palette): StyleSpecification {
  return { version: 8, sources: worldSources(world), layers: worldLayers(palette) };
}

/** Towns come later, for the part of the world that is looked at. */
export function worldSources({ countries, borders, names }: World): StyleSpecification['sources'] {
  const empty = collection([]);
  return {
    countries: { type: 'geojson', data: countries, attribution: 'Natural Earth', maxzoom: plainFrom },
    borders: { type: 'geojson', data: borders, maxzoom: plainFrom },
    names: { type: 'geojson', data: names },
    towns: { type: 'geojson', data: empty, attribution: townsNotice },
    grid: { type: 'geojson', data: empty },
  };
}

/** The licence of the towns asks for it. */
const townsNotice =
  '<a href="https://www.geonames.org/" target="_blank" rel="noopener noreferrer">GeoNames</a> (CC BY 4.0)';

/** The same in other colours. */
export function worldLayers(palette: Palette): LayerSpecification[] {
  return [
    ...groundLayers(palette),
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
    ...townLayers(palette, { font: ownFonts, minzoom: 3 }),
    {
      id: 'names',
      type: 'symbol',
      source: 'names',
      maxzoom: 8,
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
        'text-opacity': ['interpolate', ['linear'], ['zoom'], 6, 1, 8, 0],
      },
    },
  ];
}

/** Sea, land and the lines between countries. */
export function groundLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': fading(palette.sea, palette.land) } },
    { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': palette.land } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': palette.border, 'line-width': 0.8, 'line-opacity': fading(1, 0) },
    },
  ];
}

interface TownOptions {
  font: string[];
  minzoom: number;
  /** Where none are shown. */
  except?: GeoJSON.Polygon;
}

/** A dot and a name for each town, the larger ones first. */
export function townLayers(palette: Palette, { font, minzoom, except }: TownOptions): LayerSpecification[] {
  const filter: FilterSpecification = [
    'all',
    ['>=', ['get', 'population'], smallestTown],
    except === undefined || ['!', ['within', except]],
  ];
  return [
    {
      id: 'towns',
      type: 'circle',
      source: 'towns',
      minzoom,
      filter,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['get', 'population'], 1000, 1.8, 1_000_000, 3],
        'circle-color': palette.paper,
        'circle-stroke-color': palette.text,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'town-names',
      type: 'symbol',
      source: 'towns',
      minzoom,
      filter,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': ['interpolate', ['linear'], ['get', 'population'], 1000, 10.5, 1_000_000, 13],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.5,
        'text-padding': 4,
        'symbol-sort-key': ['-', 0, ['get', 'population']],
      },
      paint: { 'text-color': palette.text, 'text-halo-color': palette.land, 'text-halo-width': 1.4 },
    },
  ];
}
