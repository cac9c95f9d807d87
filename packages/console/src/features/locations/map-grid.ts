/** What of the world is on screen, in degrees. */
export interface Extent {
  west: number;
  south: number;
  east: number;
  north: number;
}

const steps = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005];
/** So many lines at least, up and across. */
const fewest = 2;
/** Beyond it a map of this projection has no room. */
const mostNorth = 85;

/** Meridians and parallels at round degrees, each with its label at the edge: what a map without streets is read by. */
export function gridOf({ west, south, east, north }: Extent): GeoJSON.FeatureCollection {
  const shorter = Math.min(east - west, north - south);
  const step = steps.find((candidate) => shorter / candidate >= fewest) ?? steps.at(-1) ?? 1;
  const digits = Math.max(0, Math.ceil(-Math.log10(step) - 1e-9));
  const [bottom, top] = [Math.max(south, -mostNorth), Math.min(north, mostNorth)];
  const features: GeoJSON.Feature[] = [];
  for (const longitude of multiples(step, west, east)) {
    features.push(line([longitude, bottom], [longitude, top]));
    // Past the date line the count begins anew.
    const shown = ((((longitude + 180) % 360) + 360) % 360) - 180;
    features.push(label([longitude, top], degrees(shown, digits, 'E', 'W'), 'top'));
  }
  for (const latitude of multiples(step, bottom, top)) {
    features.push(line([west, latitude], [east, latitude]));
    features.push(label([west, latitude], degrees(latitude, digits, 'N', 'S'), 'left'));
  }
  return { type: 'FeatureCollection', features };
}

/** `52.09° N`. */
export function degrees(value: number, digits: number, positive: string, negative: string): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return `${text}°`;
  return `${text}° ${value < 0 ? negative : positive}`;
}

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step) - first + 1);
  return Array.from({ length: Math.min(count, 400) }, (_, place) => (first + place) * step);
}

function line(from: number[], to: number[]): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'LineString', coordinates: [from, to] }, properties: {} };
}

function label(at: number[], text: string, anchor: 'top' | 'left'): GeoJSON.Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: at }, properties: { text, anchor } };
}
