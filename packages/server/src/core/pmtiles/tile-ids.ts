/** The place of a tile: its zoom, its column from the west and its row from the north. */
export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

/** Successive ids. `to` is not among them. */
export interface IdRange {
  from: number;
  to: number;
}

/** The lowest id of a zoom: as many ids as all zooms before it have tiles. */
export function firstTileId(zoom: number): number {
  return (4 ** zoom - 1) / 3;
}

/** The id of a tile: its position along the Hilbert curve of its zoom, after all tiles of lower zooms. */
export function tileIdOf({ z, x, y }: TilePlace): number {
  let id = firstTileId(z);
  let [column, row] = [x, y];
  for (let side = 2 ** (z - 1); side >= 1; side /= 2) {
    const east = (column & side) > 0 ? 1 : 0;
    const south = (row & side) > 0 ? 1 : 0;
    id += side * side * ((3 * east) ^ south);
    [column, row] = turned(column & (side - 1), row & (side - 1), { side, east, south });
  }
  return id;
}

/** The tile with this id. */
export function tilePlaceOf(id: number): TilePlace {
  let z = 0;
  while (firstTileId(z + 1) <= id) z += 1;
  let rest = id - firstTileId(z);
  let [x, y] = [0, 0];
  for (let side = 1; side < 2 ** z; side *= 2) {
    const quarter = rest % 4;
    const east = quarter >> 1;
    const south = (quarter ^ east) & 1;
    [x, y] = turned(x, y, { side, east, south });
    x += side * east;
    y += side * south;
    rest = Math.floor(rest / 4);
  }
  return { z, x, y };
}

/** The curve inside a northern quarter is mirrored at a diagonal, so that it ends where that of the next quarter begins. */
function turned(
  x: number,
  y: number,
  { side, east, south }: { side: number; east: number; south: number },
): [x: number, y: number] {
  if (south === 1) return [x, y];
  return east === 1 ? [side - 1 - y, side - 1 - x] : [y, x];
}
