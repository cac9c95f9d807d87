/** The visible part of the world, in degrees. */
export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** The possible distances between two lines, in degrees. */
const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
/** The minimum number of lines along the shorter side. */
const minLines = 2;
/** The limit of the Web Mercator projection, in degrees of latitude. */
const maxLatitude = 85;

/** Meridians and parallels at round degrees, each with a label at the edge. They give orientation on a map without streets. */
export function gridOf({ west, south, east, north }: Extent): GeoJSON.FeatureCollection {
  const shorter = Math.min(east - west, north - south);
  const step = steps.find((candidate) => shorter / candidate >= minLines) ?? steps.at(-1) ?? 1;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const [bottom, top] = [Math.max(south, -maxLatitude), Math.min(north, maxLatitude)];
  const features: GeoJSON.Feature[] = [];
  for (const longitude of multiples(step, west, east)) {
    features.push(lineFeature([longitude, bottom], [longitude, top]));
    // Past the date line the longitudes start again at -180.
    const wrapped = ((((longitude + 180) % 360) + 360) % 360) - 180;
    features.push(labelFeature([longitude, top], formatDegrees(wrapped, digits, 'E', 'W'), 'top'));
  }
  for (const latitude of multiples(step, bottom, top)) {
    features.push(lineFeature([west, latitude], [east, latitude]));
    features.push(labelFeature([west, latitude], formatDegrees(latitude, digits, 'N', 'S'), 'left'));
  }
  return { type: 'FeatureCollection', features };
}

/** Formats a coordinate like `52.09° N`. */
export function formatDegrees(value: number, digits: number, positive: string, negative: string): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return `${text}°`;
  return `${text}° ${value < 0 ? negative : positive}`;
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: Math.min(count, 400) }, (_, index) => (first + index) * step);
}

function lineFeature(from: number[], to: number[]): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'LineString', coordinates: [from, to] }, properties: {} };
}

function labelFeature(at: number[], text: string, anchor: 'top' | 'left'): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: at }, properties: { text, anchor } };
}
