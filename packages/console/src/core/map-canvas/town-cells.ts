/** The file format of towns: three parallel arrays, largest town first. */
export interface TownCell {
  names: string[];
  /** Two numbers per town: the steps east and north of the cell's south-west corner. */
  at: number[];
  /** Rounded to two significant digits. */
  population: number[];
}

/** The side of a cell of the world grid, in degrees. */
export const cellDegrees = 10;
/** Steps per degree. A step is at most 111 m. */
export const coordinateSteps = 1000;
/** Towns from this population on are in one file for the whole world. */
export const largeTown = 100_000;

/** The name of the cell that contains a position: column and row, counted from 180° west and 90° south. */
export function cellAt(longitude: number, latitude: number): string {
  const east = (((longitude + 180) % 360) + 360) % 360;
  return `${Math.floor(east / cellDegrees)}_${Math.floor((latitude + 90) / cellDegrees)}`;
}

/** The cells that a view intersects. Columns wrap at the date line. */
export function cellsIn(view: { west: number; south: number; east: number; north: number }): string[] {
  const cells = new Set<string>();
  const rows = cellCentres(Math.max(view.south, -90), Math.min(view.north, 89.999));
  for (const longitude of cellCentres(view.west, Math.min(view.east, view.west + 359.999))) {
    for (const latitude of rows) cells.add(cellAt(longitude, latitude));
  }
  return [...cells];
}

/** The centre coordinate of each cell from `from` to `to`. */
function cellCentres(from: number, to: number): number[] {
  const [first, last] = [Math.floor(from / cellDegrees), Math.floor(to / cellDegrees)];
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index + 0.5) * cellDegrees);
}

/** Decodes the towns of a cell, or of the whole world for null. */
export function unpackTowns(
  { names, at, population }: TownCell,
  cell: string | null,
): GeoJSON.Feature<GeoJSON.Point>[] {
  const [column = 0, row = 0] = cell?.split('_').map(Number) ?? [];
  const [west, south] = [column * cellDegrees - 180, row * cellDegrees - 90];
  return names.map((name, index) => {
    const coordinates = [
      west + (at[index * 2] ?? 0) / coordinateSteps,
      south + (at[index * 2 + 1] ?? 0) / coordinateSteps,
    ];
    return {
      type: 'Feature',
      geometry: { type: 'Point', coordinates },
      properties: { name, population: population[index] ?? 0 },
    };
  });
}
