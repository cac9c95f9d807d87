import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { featureCollection } from '../../../../core/map-canvas/geo-features.ts';
import type { Palette } from '../../../../core/map-canvas/map-palette.ts';
import { trailLayers } from '../../../../core/map-canvas/trail.ts';

const empty = featureCollection([]);

/** The sources of the positions. A cluster is as old as its newest position. */
export const positionSources: Readonly<Record<string, SourceSpecification>> = {
  chosen: { type: 'geojson', data: empty },
  trail: { type: 'geojson', data: empty },
  points: {
    type: 'geojson',
    data: empty,
    cluster: true,
    clusterRadius: 44,
    clusterMaxZoom: 15,
    clusterProperties: { age: ['min', ['get', 'age']] },
  },
};

/** The clickable layers, topmost first. */
export const clickableLayers = ['points', 'clusters'];

/** Whether a feature is a cluster. */
const isCluster: ExpressionSpecification = ['has', 'point_count'];
/** Labels begin at this zoom level. Further out they would cover the map. */
const labelsFromZoom = 9;

/** The colours of positions, by their place in `ages`. */
export function ageColours({ accent, marked, text }: Palette): [string, string, string] {
  return [accent, marked, text];
}

/** The layers of the positions, bottom to top. `age` is the index in `ages`. */
export function positionLayers(palette: Palette, font: string[]): LayerSpecification[] {
  const [fresh, day, old] = ageColours(palette);
  const ageColour: ExpressionSpecification = ['match', ['get', 'age'], 0, fresh, 1, day, old];
  return [
    {
      id: 'accuracy',
      type: 'fill',
      source: 'chosen',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': palette.accent, 'fill-opacity': 0.18, 'fill-outline-color': palette.accent },
    },
    ...trailLayers(palette),
    {
      id: 'clusters',
      type: 'circle',
      source: 'points',
      filter: isCluster,
      paint: {
        'circle-radius': ['step', ['get', 'point_count'], 13, 10, 16, 100, 20, 1000, 25],
        'circle-color': palette.paper,
        'circle-stroke-color': ageColour,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'points',
      filter: isCluster,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': font,
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': palette.ink },
    },
    {
      id: 'points',
      type: 'circle',
      source: 'points',
      filter: ['!', isCluster],
      paint: {
        'circle-radius': 7,
        'circle-color': ageColour,
        'circle-stroke-color': palette.paper,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'points',
      minzoom: labelsFromZoom,
      filter: ['!', isCluster],
      layout: {
        'text-field': ['get', 'name'],
        'text-font': font,
        'text-size': 12,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 1.2,
      },
      paint: { 'text-color': palette.ink, 'text-halo-color': palette.land, 'text-halo-width': 1.6 },
    },
    {
      id: 'chosen',
      type: 'circle',
      source: 'chosen',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 11,
        'circle-opacity': 0,
        'circle-stroke-color': palette.ink,
        'circle-stroke-width': 2.5,
      },
    },
  ];
}
