import type { liveLocation, OutputOf } from '@fairwatch/contract';
import type { LayerSpecification } from 'maplibre-gl';
import { featureCollection, lineAlong, pointFeature } from './geo-features.ts';
import type { Palette } from './map-palette.ts';

/** Where a device went during a live location, oldest point first. */
export type Trail = OutputOf<typeof liveLocation>['trail'];

/** The line of a trail, and its newest point. */
export function trailData(trail: Trail): GeoJSON.FeatureCollection {
  const newest = trail.at(-1);
  if (!newest) return featureCollection([]);
  const [, latitude, longitude] = newest;
  return featureCollection([
    ...lineAlong(trail.map(([, north, east]) => [east, north])),
    pointFeature(latitude, longitude, {}),
  ]);
}

/** The layers of a trail, from the source `trail`. */
export function trailLayers(palette: Palette): LayerSpecification[] {
  return [
    {
      id: 'trail',
      type: 'line',
      source: 'trail',
      filter: ['==', ['geometry-type'], 'LineString'],
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': palette.live, 'line-width': 4 },
    },
    {
      id: 'trail-newest',
      type: 'circle',
      source: 'trail',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 9,
        'circle-color': palette.live,
        'circle-stroke-color': palette.paper,
        'circle-stroke-width': 3,
      },
    },
  ];
}
