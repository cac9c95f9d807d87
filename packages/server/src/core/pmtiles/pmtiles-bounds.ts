const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** What is accepted of a PMTiles file, and what is written. */
export const pmtilesBounds = {
  headerBytes: 127,
  /** Header and root directory together, so that a reader gets both with its first range. The format demands it. */
  startBytes: 16 * kilobyte,
  /** A directory, compressed or not. Those of the whole planet have less than a quarter of it. */
  directoryBytes: 2 * megabyte,
  /** The metadata, compressed or not. */
  metadataBytes: megabyte,
  /** A tile as it is stored, and decompressed. */
  tileBytes: 4 * megabyte,
  unpackedTileBytes: 16 * megabyte,
  /** Entries of all directories. Map data of several gigabytes has about as many. */
  entries: 8 * megabyte,
  /** The ids of all tiles down to this zoom are exact as numbers. */
  maxZoom: 24,
} as const;
