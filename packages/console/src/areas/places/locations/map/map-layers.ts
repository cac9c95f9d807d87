import type { LayerSpecification, SourceSpecification } from 'maplibre-gl';
import { featureCollection } from '../../../../core/map-canvas/geo-features.ts';
import type { Palette } from '../../../../core/map-canvas/map-palette.ts';
import { trailLayers } from '../../../../core/map-canvas/trail.ts';

const empty = featureCollection([]);

/** The sources of the track. Points that are close together form clusters. */
export const trackSources: Readonly<Record<string, SourceSpecification>> = {
  accuracy: { type: 'geojson', data: empty },
  line: { type: 'geojson', data: empty },
  played: { type: 'geojson', data: empty },
  points: { type: 'geojson', data: empty, cluster: true, clusterRadius: 16, clusterMinPoints: 6, clusterMaxZoom: 17 },
  stops: { type: 'geojson', data: empty },
  ends: { type: 'geojson', data: empty },
  trail: { type: 'geojson', data: empty },
  marked: { type: 'geojson', data: empty },
};

export const arrowImage = 'track-arrow';

/** The clickableLayers layers, topmost first. */
export const clickableLayers = ['stops', 'clusters', 'points'];

/** The layers of the track, bottom to top: the line with arrows, points, stops, ends and the selected point. */
export function trackLayers(palette: Palette, font: string[]): LayerSpecification[] {
  const halo = { 'text-halo-color': palette.land, 'text-halo-width': 1.6 };
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    {
      id: 'accuracy',
      type: 'fill',
      source: 'accuracy',
      paint: { 'fill-color': palette.accent, 'fill-opacity': 0.16, 'fill-outline-color': palette.accent },
    },
    {
      id: 'line-casing',
      type: 'line',
      source: 'line',
      layout: round,
      paint: { 'line-color': palette.paper, 'line-width': 7, 'line-opacity': 0.9 },
    },
    {
      id: 'line',
      type: 'line',
      source: 'line',
      layout: round,
      paint: { 'line-color': palette.accent, 'line-width': 3.5 },
    },
    {
      id: 'played',
      type: 'line',
      source: 'played',
      layout: round,
      paint: { 'line-color': palette.accent, 'line-width': 4.5 },
    },
    {
      id: 'arrows',
      type: 'symbol',
      source: 'line',
      layout: { 'symbol-placement': 'line', 'symbol-spacing': 80, 'icon-image': arrowImage },
    },
    {
      id: 'points',
      type: 'circle',
      source: 'points',
      filter: ['!', ['has', 'point_count']],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['zoom'], 11, 2.5, 15, 5],
        'circle-color': palette.paper,
        'circle-stroke-color': palette.accent,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'clusters',
      type: 'circle',
      source: 'points',
      filter: ['has', 'point_count'],
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['get', 'point_count'], 6, 9, 60, 14],
        'circle-color': palette.paper,
        'circle-stroke-color': palette.accent,
        'circle-stroke-width': 1.5,
      },
    },
    {
      id: 'cluster-counts',
      type: 'symbol',
      source: 'points',
      filter: ['has', 'point_count'],
      layout: { 'text-field': ['get', 'point_count_abbreviated'], 'text-font': font, 'text-size': 10.5 },
      paint: { 'text-color': palette.ink },
    },
    {
      id: 'streets',
      type: 'symbol',
      source: 'points',
      minzoom: 13.5,
      filter: ['!', ['has', 'point_count']],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 11,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.8,
        'text-padding': 24,
      },
      paint: { 'text-color': palette.text, ...halo },
    },
    {
      id: 'stops',
      type: 'circle',
      source: 'stops',
      paint: {
        'circle-radius': 7,
        'circle-color': palette.accent,
        'circle-stroke-color': palette.paper,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'stop-labels',
      type: 'symbol',
      source: 'stops',
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 12,
        'text-variable-anchor': ['top', 'bottom', 'right', 'left'],
        'text-radial-offset': 0.95,
        'text-justify': 'auto',
      },
      paint: { 'text-color': palette.ink, ...halo },
    },
    {
      id: 'ends',
      type: 'circle',
      source: 'ends',
      paint: {
        'circle-radius': ['match', ['get', 'kind'], 'latest', 8, 6],
        'circle-color': ['match', ['get', 'kind'], 'start', palette.start, 'latest', palette.accent, palette.ink],
        'circle-stroke-color': palette.paper,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'end-labels',
      type: 'symbol',
      source: 'ends',
      layout: {
        'text-field': ['get', 'label'],
        'text-font': font,
        'text-size': 12,
        // Above the point, because the label of a stop is below it.
        'text-variable-anchor': ['bottom', 'left', 'right'],
        'text-radial-offset': 1,
        'symbol-sort-key': ['match', ['get', 'kind'], 'latest', 0, 1],
      },
      paint: { 'text-color': palette.ink, ...halo },
    },
    ...trailLayers(palette),
    {
      id: 'marked',
      type: 'circle',
      source: 'marked',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 9,
        'circle-color': palette.marked,
        'circle-stroke-color': palette.paper,
        'circle-stroke-width': 3,
      },
    },
    {
      id: 'marked-accuracy',
      type: 'fill',
      source: 'marked',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': palette.marked, 'fill-opacity': 0.18, 'fill-outline-color': palette.marked },
    },
  ];
}
