import { gzipSync } from 'node:zlib';
import { idsOfArea } from './area-ids.ts';
import { createDirectoryBuilder } from './directory-builder.ts';
import { decodeHeader, encodeHeader, sectionsOf, type Bounds, type PmtilesHeader } from './header.ts';
import { InvalidPmtiles } from './invalid-pmtiles.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import type { RangeSource } from './range-source.ts';
import { readDirectories, readMetadata, windowed, type ReadRange } from './read-parts.ts';
import { firstTileId, type IdRange } from './tile-ids.ts';

/** A range of the source that is read with one request, and where its parts go. What lies between the parts is not kept. */
export interface Copy {
  from: number;
  length: number;
  /** `skip` is counted from the beginning of the range, `to` from the beginning of the new file. */
  parts: { skip: number; length: number; to: number }[];
}

/** All that is known of a part of another file before a tile of it is read. */
export interface ExtractPlan {
  header: PmtilesHeader;
  /** Header, directories and metadata of the new file. */
  start: Buffer;
  /** The tiles, in the order of the new file. */
  copies: Copy[];
  fileBytes: number;
  /** How many bytes the copies read. */
  readBytes: number;
}

interface Wanted {
  area: Bounds;
  maxZoom: number;
  /** Makes the metadata of the new file from those of the source. */
  metadataOf: (metadata: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/** What a plan may need of memory and of the source. */
const bounds = {
  /** Leaf directories that are next to each other are read together. */
  leafWindowBytes: 128 * kilobyte,
  directoriesBytes: 128 * megabyte,
  /** Entries of the source that are looked at, and those that are kept, each of which takes some 50 bytes. */
  entriesRead: 64 * megabyte,
  entries: megabyte,
  idRanges: 500_000,
  requestBytes: 4 * megabyte,
  /** It costs less to read so many bytes in vain than to send another request. */
  gapBytes: 32 * kilobyte,
} as const;

/** The area has no tiles, or too many. The message is a sentence for the owner. */
export class AreaProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'AreaProblem';
  }
}

const tooMany = () => new AreaProblem('The area has too many tiles. Choose a smaller one, or less detail.');

/**
 * Plans how an area is cut out of a file elsewhere. Reads the directories that lead to its tiles, and none of the tiles. Throws
 * `AreaProblem`, `InvalidPmtiles` and what the source throws.
 */
export async function planExtract(
  source: RangeSource,
  { area, maxZoom, metadataOf }: Wanted,
  signal: AbortSignal,
): Promise<ExtractPlan> {
  const header = decodeHeader(source.start, source.size);
  if (!header.isClustered) throw new InvalidPmtiles('The tiles of the file are not in order.');
  const cut = overlap(area, header.bounds);
  const zooms = { minZoom: header.minZoom, maxZoom: Math.min(maxZoom, header.maxZoom) };
  if (cut === null || zooms.maxZoom < zooms.minZoom) throw new AreaProblem('The map has nothing there.');
  const ranges = idsOfArea(cut, zooms);
  if (ranges.length > bounds.idRanges) throw tooMany();
  const read = boundedReader(source, signal);
  const metadata = gzipSync(JSON.stringify(metadataOf(await readMetadata(header, read))));
  if (metadata.length > pmtilesBounds.metadataBytes) throw new InvalidPmtiles('The metadata is too large.');
  const readLeaf = windowed(read, header.leaves, bounds.leafWindowBytes);
  const readDirectory: ReadRange = (section) => (section.offset === header.root.offset ? read : readLeaf)(section);
  const tiles = await planTiles(header, readDirectory, ranges);
  const { directories } = tiles;
  const sections = sectionsOf({
    root: directories.root.length,
    metadata: metadata.length,
    leaves: directories.leaves.reduce((sum, { length }) => sum + length, 0),
    tiles: tiles.bytes,
  });
  const made: PmtilesHeader = {
    ...header,
    ...sections,
    minZoom: zooms.minZoom,
    maxZoom: tiles.maxZoom,
    addressedTiles: directories.addressedTiles,
    tileEntries: directories.tileEntries,
    tileContents: tiles.contents,
    internalCompression: 'gzip',
    bounds: cut,
    center: { zoom: zooms.minZoom, longitude: (cut.west + cut.east) / 2, latitude: (cut.south + cut.north) / 2 },
  };
  for (const copy of tiles.copies) for (const part of copy.parts) part.to += sections.tiles.offset;
  return {
    header: made,
    start: Buffer.concat([encodeHeader(made), directories.root, metadata, ...directories.leaves]),
    copies: tiles.copies,
    fileBytes: sections.tiles.offset + tiles.bytes,
    readBytes: tiles.copies.reduce((sum, { length }) => sum + length, 0),
  };
}

/** Reads from the beginning that is there already, else from the source, up to a limit for all directories. */
function boundedReader(source: RangeSource, signal: AbortSignal): ReadRange {
  let bytes = 0;
  return async (section) => {
    signal.throwIfAborted();
    const end = section.offset + section.length;
    if (end <= source.start.length) return source.start.subarray(section.offset, end);
    bytes += section.length;
    if (bytes > bounds.directoriesBytes) throw tooMany();
    return await source.read(section);
  };
}

async function planTiles(header: PmtilesHeader, read: ReadRange, ranges: readonly IdRange[]) {
  const builder = createDirectoryBuilder();
  const copies = createCopies(header);
  /** Where the tiles of the source are in the new file, by their offsets. */
  const known = new Map<number, number>();
  let bytes = 0;
  let entriesRead = 0;
  let count = 0;
  let lastId = -1;
  let place = 0;
  /** Skips the ranges before this id. Ids only ascend. */
  const skipTo = (id: number) => {
    while ((ranges[place]?.to ?? Infinity) <= id) place += 1;
  };
  const isWanted = ({ from, to }: IdRange) => {
    skipTo(from);
    return (ranges[place]?.from ?? Infinity) < to;
  };

  for await (const entries of readDirectories(header, read, isWanted)) {
    entriesRead += entries.length;
    if (entriesRead > bounds.entriesRead) throw tooMany();
    for (const { tileId, runLength, offset, length } of entries) {
      skipTo(tileId);
      const end = tileId + runLength;
      for (let at = place; (ranges[at]?.from ?? Infinity) < end; at += 1) {
        const wanted = ranges[at] ?? { from: end, to: end };
        const first = Math.max(wanted.from, tileId);
        let to = known.get(offset);
        if (to === undefined) {
          if (length > pmtilesBounds.tileBytes || offset + length > header.tiles.length) {
            throw new InvalidPmtiles('A tile is outside its part of the file, or too large.');
          }
          to = bytes;
          known.set(offset, to);
          copies.add(offset, length, to);
          bytes += length;
        }
        count += 1;
        if (count > bounds.entries) throw tooMany();
        lastId = Math.min(wanted.to, end) - 1;
        builder.add({ tileId: first, offset: to, length, runLength: lastId - first + 1 });
      }
    }
  }
  if (count === 0) throw new AreaProblem('The map has nothing there.');
  return {
    directories: builder.finish(),
    copies: copies.all,
    bytes,
    contents: known.size,
    maxZoom: zoomOf(lastId),
  };
}

function createCopies({ tiles }: PmtilesHeader) {
  const all: Copy[] = [];
  return {
    all,
    /** Adds a tile of the source, which continues the request before it where that is near. */
    add(offset: number, length: number, to: number): void {
      const from = tiles.offset + offset;
      const last = all.at(-1);
      const gap = last === undefined ? -1 : from - (last.from + last.length);
      const isNear = gap >= 0 && gap <= bounds.gapBytes;
      if (last === undefined || !isNear || last.length + gap + length > bounds.requestBytes) {
        all.push({ from, length, parts: [{ skip: 0, length, to }] });
        return;
      }
      const part = last.parts.at(-1);
      if (gap === 0 && part !== undefined) part.length += length;
      else last.parts.push({ skip: from - last.from, length, to });
      last.length += gap + length;
    },
  };
}

function zoomOf(id: number): number {
  let zoom = 0;
  while (firstTileId(zoom + 1) <= id) zoom += 1;
  return zoom;
}

function overlap(one: Bounds, other: Bounds): Bounds | null {
  const both = {
    west: Math.max(one.west, other.west),
    south: Math.max(one.south, other.south),
    east: Math.min(one.east, other.east),
    north: Math.min(one.north, other.north),
  };
  return both.west < both.east && both.south < both.north ? both : null;
}
