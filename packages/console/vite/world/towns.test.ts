import { beforeAll, expect, it } from 'vitest';
import { cellAt, cellsIn, unpackTowns } from '../../src/core/map-canvas/town-cells.ts';
import { buildTowns } from './towns.ts';

let towns: Awaited<ReturnType<typeof buildTowns>>;
beforeAll(async () => {
  towns = await buildTowns();
});

function find(name: string, cell: string | null): GeoJSON.Feature<GeoJSON.Point> | undefined {
  const packed = cell === null ? towns.large : towns.cells.get(cell);
  return packed && unpackTowns(packed, cell).find(({ properties }) => properties?.['name'] === name);
}

it('large towns are in one file, small ones where they lie', () => {
  const [longitude = 0, latitude = 0] = find('Utrecht', null)?.geometry.coordinates ?? [];
  expect([longitude, latitude]).toEqual([expect.closeTo(5.12, 1), expect.closeTo(52.09, 1)]);
  const village = find('Bunnik', cellAt(5.2, 52.07));
  expect(village?.geometry.coordinates).toEqual([expect.closeTo(5.2, 1), expect.closeTo(52.07, 1)]);
  expect(village?.properties?.['population']).toBeGreaterThan(1000);
  expect(find('Bunnik', null)).toBeUndefined();
});

it('each town lies in the square of its file', () => {
  const misplaced = [...towns.cells].flatMap(([cell, packed]) =>
    unpackTowns(packed, cell).filter(({ geometry: { coordinates } }) => {
      const [longitude = 0, latitude = 0] = coordinates;
      // Rounding may put one on the edge.
      return ![-0.001, 0.001].some((aside) => cellAt(longitude + aside, latitude + aside) === cell);
    }),
  );
  expect(misplaced).toEqual([]);
});

it('a view needs the squares that it touches, also past the date line', () => {
  expect(cellsIn({ west: 5, south: 52, east: 5.3, north: 52.2 })).toEqual(['18_14']);
  expect(cellsIn({ west: 9, south: 49, east: 11, north: 51 }).toSorted()).toEqual(['18_13', '18_14', '19_13', '19_14']);
  expect(cellsIn({ west: 175, south: -18, east: 185, north: -16 })).toEqual(['35_7', '0_7']);
  expect(cellsIn({ west: -200, south: -95, east: 300, north: 95 })).toHaveLength(36 * 18);
});
