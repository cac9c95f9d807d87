import { feature } from 'topojson-client';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCountries, type Scale } from './countries.ts';

type Ring = GeoJSON.Position[];
type Topology = Awaited<ReturnType<typeof buildCountries>>;
type Countries = Extract<Topology['objects'][string], { type: 'GeometryCollection' }>;

/** Where each place lies: [longitude, latitude], and the country there; null is sea. */
const places: Readonly<Record<string, readonly [longitude: number, latitude: number, country: string | null]>> = {
  'the Baltic': [19.5, 57.2, null],
  'the Gulf of Finland': [24, 59.8, null],
  'the North Sea': [3, 56, null],
  'the Norwegian Sea': [0, 66, null],
  'the Labrador Sea': [-55, 58, null],
  'the Gulf of Alaska': [-145, 57, null],
  'the Sea of Okhotsk': [150, 54, null],
  'the Bering Sea': [179, 59, null],
  'the Bering Sea, past the date line': [-179, 59, null],
  'the Arctic Ocean': [-150, 80, null],
  'the Atlantic': [-40, 30, null],
  'the Pacific, at the height of Fiji': [-120, -17.5, null],
  'the Indian Ocean, at the height of Fiji': [80, -17.5, null],
  'the Pacific west of the date line': [179, -30, null],
  'the Pacific east of the date line': [-179, -30, null],
  'the Southern Ocean': [-120, -60, null],
  Moscow: [37.62, 55.75, 'Russia'],
  Kaliningrad: [20.9, 54.6, 'Russia'],
  'Chukotka, west of the antimeridian': [178, 67, 'Russia'],
  'Chukotka, close to the antimeridian': [179.9, 67.5, 'Russia'],
  'Chukotka, past the antimeridian': [-179.9, 67.5, 'Russia'],
  'Chukotka, east of the antimeridian': [-175, 66.8, 'Russia'],
  'Wrangel Island, on both sides': [179.5, 71.2, 'Russia'],
  'Wrangel Island, past the antimeridian': [-179.5, 71.2, 'Russia'],
  Fiji: [178, -17.8, 'Fiji'],
  'Taveuni, past the antimeridian': [-179.95, -16.8, 'Fiji'],
  Fairbanks: [-147.7, 64.8, 'United States of America'],
  Stockholm: [17.5, 59.4, 'Sweden'],
  Utrecht: [5.12, 52.09, 'Netherlands'],
  'the South Pole': [0, -89.5, 'Antarctica'],
  'Antarctica at the antimeridian': [179.9, -85, 'Antarctica'],
  'Antarctica past the antimeridian': [-179.9, -85, 'Antarctica'],
  'Queen Maud Land': [20, -75, 'Antarctica'],
  // A country inside another: a hole must stay one.
  Lesotho: [28.2, -29.5, 'Lesotho'],
};

function testCountries(scale: Scale): void {
  let polygons: { name: string; rings: Ring[] }[];
  beforeAll(async () => {
    const topology = await buildCountries(scale);
    const { features } = feature(topology, topology.objects['countries'] as Countries);
    polygons = features.flatMap(({ geometry, properties }) =>
      geometry.type === 'MultiPolygon'
        ? geometry.coordinates.map((rings) => ({ name: String(properties?.['name']), rings }))
        : [],
    );
  });

  it.each(Object.entries(places))('have the right country, or sea, at %s', (_, [longitude, latitude, country]) => {
    // Taveuni is smaller than what the coarse outlines have of it.
    if (scale !== '10m' && longitude === -179.95) return;
    const found = polygons.filter(({ rings }) => isInside(longitude, latitude, rings)).map(({ name }) => name);
    expect(found).toEqual(country === null ? [] : [country]);
  });

  it('never jump across the map, and stay within it', () => {
    const wrong = polygons.filter(({ rings }) =>
      rings.some((ring) =>
        ring.some(([x = 0, y = 0], place) => {
          const jumps = y > -89 && Math.abs(x - (ring[place - 1]?.[0] ?? x)) > 90;
          return jumps || Math.abs(x) > 180;
        }),
      ),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
}

describe('the countries at 1:110m', () => void testCountries('110m'));
describe('the countries at 1:50m', () => void testCountries('50m'));
describe('the countries at 1:10m', { tags: 'full' }, () => void testCountries('10m'));

/** By how often a ray to the east crosses an edge, of the outline or of a hole. */
function isInside(longitude: number, latitude: number, rings: readonly Ring[]): boolean {
  let inside = false;
  for (const ring of rings) {
    for (const [place, [x = 0, y = 0]] of ring.entries()) {
      const [fromX = 0, fromY = 0] = ring[place - 1] ?? [x, y];
      const crosses = y > latitude !== fromY > latitude;
      if (crosses && longitude < x + ((latitude - y) * (fromX - x)) / (fromY - y)) inside = !inside;
    }
  }
  return inside;
}
