import type { Zone } from '@fairwatch/contract';

/** Zones as GeoJSON, in the form that an import reads: polygons, and circles as points with a radius in metres. */
export function zonesGeojson(zones: readonly Pick<Zone, 'name' | 'colour' | 'area'>[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features: zones.map(featureOf) };
}

function featureOf({ name, colour, area }: Pick<Zone, 'name' | 'colour' | 'area'>): GeoJSON.Feature {
  if (area.shape === 'CIRCLE') {
    const { latitude, longitude, radius } = area;
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
      properties: { name, colour, radius },
    };
  }
  const [first = []] = area.corners;
  return {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [[...area.corners, first]] },
    properties: { name, colour },
  };
}
