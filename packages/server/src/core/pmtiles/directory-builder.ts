import { gzipSync } from 'node:zlib';
import { encodeDirectory, type DirectoryEntry } from './directory.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';

/**
 * With so many entries in a leaf, the root of the largest file has 1,024 entries of at most 12 bytes, and so is within its limit of 16 kB whatever
 * its tiles are.
 */
const leafEntries = 8192;

/** The directories of a file, compressed with gzip. */
export interface Directories {
  root: Buffer;
  /** All leaf directories, one after the other. Empty when the root has room for all entries. */
  leaves: Buffer[];
  addressedTiles: number;
  tileEntries: number;
}

/**
 * Builds the directories of a file from its entries, in the order of their ids. Kept in memory are one leaf of entries and the
 * compressed leaves before it, about three bytes for each tile.
 */
export function createDirectoryBuilder() {
  const leaves: Buffer[] = [];
  const leafPointers: DirectoryEntry[] = [];
  let entries: DirectoryEntry[] = [];
  let leafBytes = 0;
  let nextId = 0;
  let addressedTiles = 0;
  let tileEntries = 0;

  function endLeaf(): void {
    const [first] = entries;
    if (first === undefined) return;
    const leaf = gzipSync(encodeDirectory(entries));
    leafPointers.push({ tileId: first.tileId, offset: leafBytes, length: leaf.length, runLength: 0 });
    leaves.push(leaf);
    leafBytes += leaf.length;
    entries = [];
  }

  return {
    /** Adds a run of equal tiles. It becomes part of the entry before when it continues it. Throws when its id is not above all ids so far. */
    add({ tileId, offset, length, runLength }: DirectoryEntry): void {
      if (tileId < nextId) throw new Error('Tiles must come in the order of their ids, each once.');
      const before = entries.at(-1);
      const isContinued = before?.offset === offset && before.length === length && nextId === tileId;
      nextId = tileId + runLength;
      addressedTiles += runLength;
      if (before !== undefined && isContinued) {
        before.runLength += runLength;
        return;
      }
      if (tileEntries === pmtilesBounds.entries)
        throw new Error(`More than ${tileEntries} tiles do not fit in one file.`);
      if (entries.length === leafEntries) endLeaf();
      entries.push({ tileId, offset, length, runLength });
      tileEntries += 1;
    },

    /** Ends the last leaf. Throws when there are no tiles. */
    finish(): Directories {
      if (tileEntries === 0) throw new Error('There are no tiles.');
      const maxRootBytes = pmtilesBounds.startBytes - pmtilesBounds.headerBytes;
      if (leaves.length === 0) {
        const root = gzipSync(encodeDirectory(entries));
        if (root.length <= maxRootBytes) return { root, leaves, addressedTiles, tileEntries };
      }
      endLeaf();
      return { root: gzipSync(encodeDirectory(leafPointers)), leaves, addressedTiles, tileEntries };
    },
  };
}
