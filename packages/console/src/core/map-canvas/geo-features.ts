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

/** A line through these places, each step the short way around the earth; none for fewer than two. */
export function lineAlong(places: GeoJSON.Position[]): GeoJSON.Feature[] {
  if (places.length < 2) return [];
  const coordinates: GeoJSON.Position[] = [];
  for (const [longitude = 0, latitude = 0] of places) {
    const [before = longitude] = coordinates.at(-1) ?? [];
    coordinates.push([nearestLongitude(longitude, before), latitude]);
  }
  return [{ type: 'Feature', geometry: { type: 'LineString', coordinates }, properties: {} }];
}

/** The same meridian, counted on beyond 180° so that it is at most half the earth away from another one. */
export function nearestLongitude(longitude: number, other: number): number {
  return longitude + 360 * Math.round((other - longitude) / 360);
}

/**
 * The narrowest box around some places, as its lower left and its upper right corner: beyond 180° of longitude where they lie on both sides of the
 * antimeridian. Null without a place.
 */
export function boxAround(
  places: Iterable<readonly [longitude: number, latitude: number]>,
): [lowerLeft: [number, number], upperRight: [number, number]] | null {
  const all = [...places];
  const longitudes = all.map(([longitude]) => longitude).sort((one, other) => one - other);
  const [first] = longitudes;
  if (first === undefined) return null;
  let [west, east] = [first, longitudes.at(-1) ?? first];
  // The box leaves out the widest part of the circle that has no place.
  let widest = 360 - (east - west);
  for (const [index, longitude] of longitudes.slice(1).entries()) {
    const before = longitudes[index] ?? longitude;
    if (longitude - before <= widest) continue;
    [west, east, widest] = [longitude, before + 360, longitude - before];
  }
  let [south, north] = [90, -90];
  for (const [, latitude] of all) [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  return [
    [west, south],
    [east, north],
  ];
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
