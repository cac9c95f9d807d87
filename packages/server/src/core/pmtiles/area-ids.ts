import type { Bounds } from './header.ts';
import { firstTileId, tileIdOf, type IdRange, type TilePlace } from './tile-ids.ts';

/** Web Mercator, which the tiles of all maps use, ends at this latitude. */
const maxLatitude = 85.051_128_779_806_59;

/**
 * The ids of all tiles that touch an area in these zooms, as ranges in ascending order. A square of tiles inside the area is one range along
 * the Hilbert curve, so there are about as many ranges as tiles on the border of the area.
 */
export function idsOfArea(area: Bounds, { minZoom, maxZoom }: { minZoom: number; maxZoom: number }): IdRange[] {
  const found: IdRange[] = [];
  for (let zoom = minZoom; zoom <= maxZoom; zoom += 1) {
    const ofZoom: IdRange[] = [];
    const columns = { from: columnOf(area.west, zoom), to: columnOf(area.east, zoom) };
    const rows = { from: rowOf(area.north, zoom), to: rowOf(area.south, zoom) };
    addSquare({ z: 0, x: 0, y: 0 });
    found.push(...joined(ofZoom.sort((one, other) => one.from - other.from)));

    /** Adds the tiles of this zoom that are below a tile of a lower one. */
    function addSquare({ z, x, y }: TilePlace): void {
      const side = 2 ** (zoom - z);
      const [west, north] = [x * side, y * side];
      const [east, south] = [west + side - 1, north + side - 1];
      if (east < columns.from || west > columns.to || south < rows.from || north > rows.to) return;
      const isInside = west >= columns.from && east <= columns.to && north >= rows.from && south <= rows.to;
      if (isInside) {
        const first = firstTileId(zoom);
        const count = side * side;
        const from = Math.floor((tileIdOf({ z: zoom, x: west, y: north }) - first) / count) * count + first;
        ofZoom.push({ from, to: from + count });
        return;
      }
      for (const [right, below] of [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ] as const) {
        addSquare({ z: z + 1, x: x * 2 + right, y: y * 2 + below });
      }
    }
  }
  return joined(found);
}

function joined(ranges: readonly IdRange[]): IdRange[] {
  const result: IdRange[] = [];
  for (const range of ranges) {
    const last = result.at(-1);
    if (last?.to === range.from) last.to = range.to;
    else result.push({ ...range });
  }
  return result;
}

function columnOf(longitude: number, zoom: number): number {
  return tileAt((longitude + 180) / 360, zoom);
}

function rowOf(latitude: number, zoom: number): number {
  const radians = (Math.min(Math.max(latitude, -maxLatitude), maxLatitude) * Math.PI) / 180;
  return tileAt((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2, zoom);
}

/** The number of the tile at this share of the world. */
function tileAt(share: number, zoom: number): number {
  return Math.min(Math.max(Math.floor(share * 2 ** zoom), 0), 2 ** zoom - 1);
}
