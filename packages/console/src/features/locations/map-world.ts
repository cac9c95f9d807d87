import { feature } from 'topojson-client';
import worldUrl from 'world-atlas/countries-50m.json?url';

type Topology = Parameters<typeof feature>[0];
/** A list of shapes, of which the library makes a list. */
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>;

/** The countries and where their names go. */
export interface World {
  countries: GeoJSON.FeatureCollection;
  names: GeoJSON.FeatureCollection<GeoJSON.Point>;
}

let loading: Promise<World> | null = null;

/** The world that comes along with the console, from our own server. Read once; a failed try is tried again. */
export function loadWorld(): Promise<World> {
  loading ??= readWorld().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function readWorld(): Promise<World> {
  const answer = await fetch(worldUrl);
  if (!answer.ok) throw new Error('The map of the world could not be loaded.');
  const topology = (await answer.json()) as Topology;
  const countries = feature(topology, topology.objects['countries'] as Countries);
  return { countries, names: { type: 'FeatureCollection', features: countries.features.flatMap(nameOf) } };
}

/** A name goes to the middle of the country's largest part. */
function nameOf({ geometry, properties }: GeoJSON.Feature): GeoJSON.Feature<GeoJSON.Point>[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  const [largest] = ringsOf(geometry)
    .map(middleOf)
    .sort((one, other) => other.area - one.area);
  if (!largest || largest.area === 0) return [];
  const { area, middle } = largest;
  return [{ type: 'Feature', geometry: { type: 'Point', coordinates: middle }, properties: { ...properties, area } }];
}

function ringsOf(geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon): GeoJSON.Position[][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap(([outer]) => (outer ? [outer] : []));
}

function middleOf(ring: readonly GeoJSON.Position[]): { area: number; middle: [number, number] } {
  let [doubled, x, y] = [0, 0, 0];
  for (const [place, [toX = 0, toY = 0]] of ring.slice(1).entries()) {
    const [fromX = 0, fromY = 0] = ring[place] ?? [];
    const cross = fromX * toY - toX * fromY;
    doubled += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  return { area: Math.abs(doubled / 2), middle: doubled === 0 ? [0, 0] : [x / (3 * doubled), y / (3 * doubled)] };
}
