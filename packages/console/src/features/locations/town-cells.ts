/** Towns as they are sent: three lists in the same order, the largest first. */
export interface TownCell {
  names: string[];
  /** East and north of the cell's corner, two numbers for each town, in steps. */
  at: number[];
  /** Rounded to two digits. */
  population: number[];
}

/** The world is divided into squares of so many degrees. */
export const cellDegrees = 10;
/** A step is a thousandth of a degree, at most 111 m. */
export const coordinateSteps = 1000;
/** Towns from this size on are in one file for the whole world. */
export const largeTown = 100_000;

/** The name of the square in which a place lies: column and row from 180° west and 90° south. */
export function cellAt(longitude: number, latitude: number): string {
  const east = (((longitude + 180) % 360) + 360) % 360;
  return `${Math.floor(east / cellDegrees)}_${Math.floor((latitude + 90) / cellDegrees)}`;
}

/** The squares that a view touches. Past the date line the columns begin anew. */
export function cellsIn(view: { west: number; south: number; east: number; north: number }): string[] {
  const cells = new Set<string>();
  const rows = range(Math.max(view.south, -90), Math.min(view.north, 89.999));
  for (const longitude of range(view.west, Math.min(view.east, view.west + 359.999))) {
    for (const latitude of rows) cells.add(cellAt(longitude, latitude));
  }
  return [...cells];
}

/** One value in each square from the first to the last. */
function range(from: number, to: number): number[] {
  const [first, last] = [Math.floor(from / cellDegrees), Math.floor(to / cellDegrees)];
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place + 0.5) * cellDegrees);
}

/** Each town as a point with its name and population. */
export function unpackTowns(
  { names, at, population }: TownCell,
  cell: string | null,
): GeoJSON.Feature<GeoJSON.Point>[] {
  const [column = 0, row = 0] = cell?.split('_').map(Number) ?? [];
  const [west, south] = [column * cellDegrees - 180, row * cellDegrees - 90];
  return names.map((name, place) => {
    const coordinates = [
      west + (at[place * 2] ?? 0) / coordinateSteps,
      south + (at[place * 2 + 1] ?? 0) / coordinateSteps,
    ];
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: { name, population: population[place] ?? 0 },
    };
  });
}
