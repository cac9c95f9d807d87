import type { FilterSpecification, GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { featureCollection } from '../../core/map-canvas/geo-features.ts';
import { fontOf, prefixLayers, recolor, type MapOverlay } from '../../core/map-canvas/map-overlay.ts';
import type { Palette } from '../../core/map-canvas/map-palette.ts';
import { colourOfFeature } from './zone-colours.ts';
import { zoneFeatures, type DrawnZone } from './zone-shapes.ts';

const prefix = 'zones-';

/** The layer that a click on a zone hits. */
export const zoneFillLayer = `${prefix}fill`;

/** Zones on one of our maps. */
export interface ZoneLayers extends MapOverlay {
  setZones(zones: readonly DrawnZone[]): void;
}

/** Draws zones in their colours, with their names. On a map that shows more, they are added before it: see `aboveZones`. */
export function createZoneLayers(map: MapLibreMap): ZoneLayers {
  let zones: readonly DrawnZone[] = [];
  let isAttached = false;
  const data = () => featureCollection(zones.flatMap(zoneFeatures));
  const layers = (palette: Palette) => prefixLayers(zoneLayers(palette, fontOf(map)), prefix);
  return {
    setZones(next) {
      zones = next;
      if (isAttached) void map.getSource<GeoJSONSource>(`${prefix}areas`)?.setData(data());
    },
    addTo(palette) {
      map.addSource(`${prefix}areas`, { type: 'geojson', data: data() });
      for (const layer of layers(palette)) map.addLayer(layer);
      isAttached = true;
    },
    recolor(palette) {
      if (isAttached) recolor(map, layers(palette));
    },
    detach() {
      isAttached = false;
    },
  };
}

const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];

function zoneLayers(palette: Palette, font: string[]): LayerSpecification[] {
  return [
    {
      id: 'fill',
      type: 'fill',
      source: 'areas',
      filter: isArea,
      paint: { 'fill-color': colourOfFeature, 'fill-opacity': 0.14 },
    },
    {
      id: 'border',
      type: 'line',
      source: 'areas',
      filter: isArea,
      paint: { 'line-color': colourOfFeature, 'line-width': 2 },
    },
    {
      id: 'names',
      type: 'symbol',
      source: 'areas',
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': ['get', 'name'], 'text-font': font, 'text-size': 12, 'text-max-width': 8 },
      paint: { 'text-color': palette.ink, 'text-halo-color': palette.land, 'text-halo-width': 1.6 },
    },
  ];
}

/** Adds an overlay above zones, so that they do not cover it. */
export function aboveZones<Overlay extends MapOverlay>(zones: ZoneLayers, overlay: Overlay): Overlay {
  return {
    ...overlay,
    addTo(palette) {
      zones.addTo(palette);
      overlay.addTo(palette);
    },
    recolor(palette) {
      zones.recolor(palette);
      overlay.recolor(palette);
    },
    detach() {
      zones.detach();
      overlay.detach();
    },
  };
}
