import { feature, mesh } from 'topojson-client';
import { url as fineUrl } from 'virtual:world/countries-10m';
import { url as coarseUrl } from 'virtual:world/countries-110m';
import { url as mediumUrl } from 'virtual:world/countries-50m';
import { readOnce } from './read-once.ts';

type Topology = Parameters<typeof feature>[0];
type GeometryObject = NonNullable<Parameters<typeof mesh>[1]>;
/** Narrowed so that `feature` returns a collection. */
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>;

/** The countries, their borders, and the positions of their names. */
export interface World {
  countries: GeoJSON.FeatureCollection;
  borders: GeoJSON.Feature;
  names: GeoJSON.FeatureCollection<GeoJSON.Point>;
}

/** Loads the world map that ships with the console: scale 1:110m for the first picture, 1:50m and 1:10m for closer views. */
export const loadWorld = readOnce(() => readWorld(coarseUrl));
export const loadMediumWorld = readOnce(() => readWorld(mediumUrl));
export const loadFineWorld = readOnce(() => readWorld(fineUrl));

async function readWorld(url: string): Promise<World> {
  const response = await fetch(url);
  if (!response.ok) throw new Error('The map of the world could not be loaded.');
  const topology = (await response.json()) as Topology;
  const shapes = topology.objects['countries'] as Countries;
  const countries = feature(topology, shapes);
  const coordinates = mesh(topology, shapes as GeometryObject).coordinates.flatMap(removeCutEdges);
  return {
    countries,
    borders: { type: 'Feature', geometry: { type: 'MultiLineString', coordinates }, properties: {} },
    names: { type: 'FeatureCollection', features: countries.features.flatMap(labelPointOf) },
  };
}

/** Removes the edges along the antimeridian and the pole, where polygons are cut but no border exists. */
function removeCutEdges(line: GeoJSON.Position[]): GeoJSON.Position[][] {
  const parts: GeoJSON.Position[][] = [];
  let part: GeoJSON.Position[] = [];
  for (const [index, corner] of line.entries()) {
    const before = line[index - 1];
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

/** The label point of a country: the centroid of its largest polygon. */
function labelPointOf({ geometry, properties }: GeoJSON.Feature): GeoJSON.Feature<GeoJSON.Point>[] {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return [];
  const [largest] = ringsOf(geometry)
    .map(centroidOf)
    .sort((one, other) => other.area - one.area);
  if (!largest || largest.area === 0) return [];
  const { area, centroid } = largest;
  return [{ type: 'Feature', geometry: { type: 'Point', coordinates: centroid }, properties: { ...properties, area } }];
}

function ringsOf(geometry: GeoJSON.Polygon | GeoJSON.MultiPolygon): GeoJSON.Position[][] {
  const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap(([outer]) => (outer ? [outer] : []));
}

function centroidOf(ring: readonly GeoJSON.Position[]): { area: number; centroid: [number, number] } {
  let [doubledArea, x, y] = [0, 0, 0];
  for (const [index, [toX = 0, toY = 0]] of ring.slice(1).entries()) {
    const [fromX = 0, fromY = 0] = ring[index] ?? [];
    const cross = fromX * toY - toX * fromY;
    doubledArea += cross;
    x += (fromX + toX) * cross;
    y += (fromY + toY) * cross;
  }
  return {
    area: Math.abs(doubledArea / 2),
    centroid: doubledArea === 0 ? [0, 0] : [x / (3 * doubledArea), y / (3 * doubledArea)],
  };
}
