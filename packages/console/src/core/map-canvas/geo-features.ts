export function featureCollection(features: GeoJSON.Feature[]): GeoJSON.FeatureCollection {
  return { type: 'FeatureCollection', features };
}

export function pointFeature(
  latitude: number,
  longitude: number,
  properties: Record<string, unknown>,
): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] }, properties };
}

/** A line through these places; none for fewer than two. */
export function lineAlong(coordinates: GeoJSON.Position[]): GeoJSON.Feature[] {
  if (coordinates.length < 2) return [];
  return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} }];
}

const metresPerDegree = 111_320;
const corners = 48;

/** A place that is known to some metres. */
interface InexactPlace {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** The accuracy circle of a point, as a polygon. The radius is the accuracy in metres. */
export function accuracyCircle({ latitude, longitude, accuracy }: InexactPlace): GeoJSON.Feature {
  const north = accuracy / metresPerDegree;
  const east = north / Math.max(0.01, Math.cos((latitude * Math.PI) / 180));
  const ring = Array.from({ length: corners + 1 }, (_, corner): GeoJSON.Position => {
    const angle = ((corner % corners) / corners) * 2 * Math.PI;
    return [longitude + east * Math.cos(angle), latitude + north * Math.sin(angle)];
  });
  return { type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} };
}
