import { feature, mesh } from 'topojson-client';
import { url as fineUrl } from 'virtual:world/countries-10m';
import { url as coarseUrl } from 'virtual:world/countries-50m';
import { readOnce } from './read-once.ts';

type Topology = Parameters<typeof feature>[0];
type GeometryObject = NonNullable<Parameters<typeof mesh>[1]>;
/** A list of shapes, of which the library makes a list. */
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>;

/** The countries, the lines around them, and where their names go. */
export interface World {
  countries: GeoJSON.FeatureCollection;
  borders: GeoJSON.Feature;
  names: GeoJSON.FeatureCollection<GeoJSON.Point>;
}

/** The world that comes along with the console, at 1:50m and, for a view of a part of it, at 1:10m. */
export const loadWorld = readOnce(() => readWorld(coarseUrl));
export const loadFineWorld = readOnce(() => readWorld(fineUrl));

async function readWorld(url: string): Promise<World> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error('The map of the world could not be loaded.');
  const topology = (await answer.json()) as Topology;
  const shapes = topology.objects['countries'] as Countries;
  const countries = feature(topology, shapes);
  const coordinates = mesh(topology, shapes as GeometryObject).coordinates.flatMap(withoutCuts);
  return {
    countries,
    borders: { type: 'Feature', geometry: { type: 'MultiLineString', coordinates }, properties: {} },
    names: { type: 'FeatureCollection', features: countries.features.flatMap(nameOf) },
  };
}

/** Where a country was cut, along the antimeridian and at the pole, there is no border. */
function withoutCuts(line: GeoJSON.Position[]): GeoJSON.Position[][] {
  const parts: GeoJSON.Position[][] = [];
  let part: GeoJSON.Position[] = [];
  for (const [place, corner] of line.entries()) {
    const before = line[place - 1];
    if (before && isOnCut(before) && isOnCut(corner)) {
      parts.push(part);
      part = [];
    }
    part.push(corner);
  }
  return [...parts, part].filter(({ length }) => length > 1);
}

function isOnCut([x = 0, y = 0]: GeoJSON.Position): boolean {
  return Math.abs(x) > 179.999 || y < -89;
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
