import type { GeoJSONSource, LayerSpecification, Map as MapLibreMap } from 'maplibre-gl';
import { featureCollection } from '../../../core/map-canvas/geo-features.ts';
import { prefixLayers, recolor, type MapOverlay } from '../../../core/map-canvas/map-overlay.ts';
import { colourOfFeature } from '../../../shared/zone-layers/zone-colours.ts';
import { ringOf } from '../../../shared/zone-layers/zone-shapes.ts';
import type { ZoneDraft } from './zone-draft.ts';

const prefix = 'zone-draft-';

interface DraftOverlay extends MapOverlay {
  setDraft(draft: ZoneDraft | null): void;
}

/** Draws the zone that is being edited, in front of the others. */
export function createDraftOverlay(map: MapLibreMap): DraftOverlay {
  let draft: ZoneDraft | null = null;
  let isAttached = false;
  const data = () => featureCollection(draft ? draftFeatures(draft) : []);
  return {
    setDraft(next) {
      draft = next;
      if (isAttached) void map.getSource<GeoJSONSource>(`${prefix}area`)?.setData(data());
    },
    addTo() {
      map.addSource(`${prefix}area`, { type: 'geojson', data: data() });
      for (const layer of layers()) map.addLayer(layer);
      isAttached = true;
    },
    recolor() {
      if (isAttached) recolor(map, layers());
    },
    detach() {
      isAttached = false;
    },
  };
}

function layers(): LayerSpecification[] {
  return prefixLayers(
    [
      {
        id: 'fill',
        type: 'fill',
        source: 'area',
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': colourOfFeature, 'fill-opacity': 0.22 },
      },
      {
        id: 'border',
        type: 'line',
        source: 'area',
        paint: { 'line-color': colourOfFeature, 'line-width': 3, 'line-dasharray': [2, 1.5] },
      },
    ],
    prefix,
  );
}

/** A polygon with fewer than three corners is a line. */
export function draftFeatures({ shape, centre, radius, corners, colour }: ZoneDraft): GeoJSON.Feature[] {
  const properties = { colour };
  if (shape === 'CIRCLE') {
    if (centre === null) return [];
    const [longitude, latitude] = centre;
    const ring = ringOf({ shape, longitude, latitude, radius });
    return [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties }];
  }
  const line = corners.map((corner) => [...corner]);
  if (line.length < 2) return [];
  const geometry: GeoJSON.Geometry =
    line.length === 2
      ? { type: 'LineString', coordinates: line }
      : { type: 'Polygon', coordinates: [[...line, ...line.slice(0, 1)]] };
  return [{ type: 'Feature', geometry, properties }];
}
