import type { ExpressionSpecification, FilterSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { featureCollection } from './geo-features.ts';
import type { Palette } from './map-palette.ts';
import type { World } from './map-world.ts';

/** Fonts of the operating system, so that no font files are loaded. */
export const systemFonts = ['ui-sans-serif', 'system-ui', 'Segoe UI', 'Roboto', 'Noto Sans', 'Arial', 'sans-serif'];

/**
 * The finest outlines are accurate to a few hundred metres. Between these two zoom levels coasts and borders fade out, and
 * only a plain background with a grid and towns remains. Otherwise a home near the coast could appear in the sea.
 */
const fadeFromZoom = 9;
export const plainFromZoom = 11;

function fadeOut(from: number | string, to: number | string): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], fadeFromZoom, from, plainFromZoom, to];
}

/** The zoom levels between which the world map has the names of towns and of countries. */
export const townsFromZoom = 3;
const countriesToZoom = 8;

/** Pairs of a zoom level and the minimum population of the towns shown from there on. */
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
const minPopulation: ExpressionSpecification = ['step', ['zoom'], 5_000_000, ...townsByZoom.flat()];

/** The style of the world map without streets: countries, towns and a grid of degrees. */
export function worldStyle(world: World, palette: Palette): StyleSpecification {
  return { version: 8, sources: worldSources(world), layers: worldLayers(palette) };
}

/** The sources of the world map. Towns and grid are added later, for the visible part only. */
export function worldSources({ countries, borders, names }: World): StyleSpecification['sources'] {
  const empty = featureCollection([]);
  return {
    countries: { type: 'geojson', data: countries, attribution: 'Natural Earth', maxzoom: plainFromZoom },
    borders: { type: 'geojson', data: borders, maxzoom: plainFromZoom },
    names: { type: 'geojson', data: names },
    towns: { type: 'geojson', data: empty, attribution: townsAttribution },
    grid: { type: 'geojson', data: empty },
  };
}

/** The attribution that the licence of the town data requires. */
const townsAttribution =
  '<a href="https://www.geonames.org/" target="_blank" rel="noopener noreferrer">GeoNames</a> (CC BY 4.0)';

/** The layers of the world map, bottom to top. */
export function worldLayers(palette: Palette): LayerSpecification[] {
  return [
    ...baseLayers(palette),
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
        'text-font': systemFonts,
        'text-size': 10.5,
        'text-anchor': ['get', 'anchor'],
        'text-offset': ['match', ['get', 'anchor'], 'left', ['literal', [0.5, -0.6]], ['literal', [0, 0.5]]],
      },
      paint: { 'text-color': palette.text, 'text-halo-color': palette.land, 'text-halo-width': 1.2 },
    },
    ...townLayers(palette, { font: systemFonts, minzoom: townsFromZoom }),
    countryNames(palette, { font: systemFonts, maxzoom: countriesToZoom }),
  ];
}

/** The names of countries, from the world view to `maxzoom`, below which they fade. */
function countryNames(palette: Palette, { font, maxzoom }: { font: string[]; maxzoom: number }): LayerSpecification {
  return {
    id: 'names',
    type: 'symbol',
    source: 'names',
    maxzoom,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 1, 10, 6, 14],
      'text-max-width': 8,
      'text-padding': 6,
      'symbol-sort-key': ['-', 0, ['get', 'area']],
    },
    paint: {
      'text-color': palette.text,
      'text-halo-color': palette.land,
      'text-halo-width': 1.4,
      'text-opacity': ['interpolate', ['linear'], ['zoom'], maxzoom - 2, 1, maxzoom, 0],
    },
  };
}

/** The layers of sea, land and borders. */
export function baseLayers(palette: Palette): LayerSpecification[] {
  return [
    { id: 'ground', type: 'background', paint: { 'background-color': fadeOut(palette.sea, palette.land) } },
    { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': palette.land } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      paint: { 'line-color': palette.border, 'line-width': 0.8, 'line-opacity': fadeOut(1, 0) },
    },
  ];
}

interface StreetsArea {
  font: string[];
  area: GeoJSON.Polygon;
  minZoom: number;
}

/**
 * The names around an area with streets of its own, which begin at `minZoom`. Streets that begin with the whole world have the names of
 * countries and large towns themselves; those that begin with a town leave the zoom levels before it to us.
 */
export function namesAround(palette: Palette, { font, area, minZoom }: StreetsArea): LayerSpecification[] {
  if (minZoom === 0) return townLayers(palette, { font, minzoom: 7, except: area });
  return [
    ...townLayers(palette, { font, minzoom: townsFromZoom, except: area }),
    countryNames(palette, { font, maxzoom: Math.min(minZoom, countriesToZoom) }),
  ];
}

interface TownOptions {
  font: string[];
  minzoom: number;
  /** The area in which no towns are shown. */
  except?: GeoJSON.Polygon;
}

/** The layers with a dot and a name per town. Larger towns take precedence where labels collide. */
function townLayers(palette: Palette, { font, minzoom, except }: TownOptions): LayerSpecification[] {
  const filter: FilterSpecification = [
    'all',
    ['>=', ['get', 'population'], minPopulation],
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
