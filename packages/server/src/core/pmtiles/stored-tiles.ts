import { InvalidPmtiles } from './invalid-pmtiles.ts';
import type { Section } from './header.ts';

/**
 * The stored tiles of a file whose tiles are in order, 8 bytes for each. A new tile begins where the last one ended; any other range must be that of an
 * earlier tile, exactly. Two tiles that overlap could hide one in the other.
 */
export function createStoredTiles() {
  let starts = new Float64Array(1024);
  let count = 0;
  let end = 0;

  function findStart(offset: number): number {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  return {
    /** True for a new tile. Throws `InvalidPmtiles` for a gap and an overlap. */
    add({ offset, length }: Section): boolean {
      if (offset === end) {
        if (count === starts.length) {
          const larger = new Float64Array(count * 2);
          larger.set(starts);
          starts = larger;
        }
        starts[count++] = offset;
        end = offset + length;
        return true;
      }
      if (offset > end) throw new InvalidPmtiles('The tiles of the file are not stored in order.');
      const place = findStart(offset);
      const tileEnd = place + 1 < count ? starts[place + 1] : end;
      if (starts[place] !== offset || tileEnd !== offset + length) throw new InvalidPmtiles('Two tiles overlap.');
      return false;
    },

    get count(): number {
      return count;
    },

    get end(): number {
      return end;
    },
  };
}
