import { compressions, type Compression } from './compression.ts';
import { InvalidPmtiles } from './invalid-pmtiles.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';

/** The signature of version 3, the only one in use. */
export const pmtilesSignature = Buffer.from('PMTiles\u0003');

/** In the order of their numbers in the format. */
const tileTypes = ['unknown', 'mvt', 'png', 'jpeg', 'webp', 'avif', 'mlt'] as const;
export type TileType = Exclude<(typeof tileTypes)[number], 'unknown'>;

/** A part of the file, in bytes from its beginning. */
export interface Section {
  offset: number;
  length: number;
}

/** An area in degrees. It does not cross the 180th meridian. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

export interface PmtilesHeader {
  root: Section;
  metadata: Section;
  leaves: Section;
  tiles: Section;
  /** Tiles of the map, entries of all directories, and stored tiles. 0 where the writer did not count. */
  addressedTiles: number;
  tileEntries: number;
  tileContents: number;
  /** True when the stored tiles are in the order of their ids. */
  isClustered: boolean;
  internalCompression: Compression;
  tileCompression: Compression;
  tileType: TileType;
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
  /** What a map shows first. */
  center: { zoom: number; longitude: number; latitude: number };
}

/** Where the fields are, in bytes. */
const at = { sections: 8, counts: 72, bytes: 96, bounds: 102, center: 118 };
const degreeUnits = 10_000_000;

const sectionNames = ['root', 'metadata', 'leaves', 'tiles'] as const;
const countNames = ['addressedTiles', 'tileEntries', 'tileContents'] as const;
const boundNames = ['west', 'south', 'east', 'north'] as const;

/** The sections of a file with parts of these sizes, in their usual order after the header. */
export function sectionsOf(
  bytes: Record<(typeof sectionNames)[number], number>,
): Pick<PmtilesHeader, (typeof sectionNames)[number]> {
  let end: number = pmtilesBounds.headerBytes;
  const section = (length: number): Section => {
    end += length;
    return { offset: end - length, length };
  };
  return {
    root: section(bytes.root),
    metadata: section(bytes.metadata),
    leaves: section(bytes.leaves),
    tiles: section(bytes.tiles),
  };
}

export function encodeHeader(header: PmtilesHeader): Buffer {
  const bytes = Buffer.alloc(pmtilesBounds.headerBytes);
  pmtilesSignature.copy(bytes);
  for (const [place, name] of sectionNames.entries()) {
    bytes.writeBigUInt64LE(BigInt(header[name].offset), at.sections + place * 16);
    bytes.writeBigUInt64LE(BigInt(header[name].length), at.sections + place * 16 + 8);
  }
  for (const [place, name] of countNames.entries()) {
    bytes.writeBigUInt64LE(BigInt(header[name]), at.counts + place * 8);
  }
  const { isClustered, internalCompression, tileCompression, tileType, minZoom, maxZoom } = header;
  const types = [compressions.indexOf(internalCompression), compressions.indexOf(tileCompression)];
  bytes.set([isClustered ? 1 : 0, ...types, tileTypes.indexOf(tileType), minZoom, maxZoom], at.bytes);
  for (const [place, name] of boundNames.entries()) {
    bytes.writeInt32LE(Math.round(header.bounds[name] * degreeUnits), at.bounds + place * 4);
  }
  bytes.writeUInt8(header.center.zoom, at.center);
  bytes.writeInt32LE(Math.round(header.center.longitude * degreeUnits), at.center + 1);
  bytes.writeInt32LE(Math.round(header.center.latitude * degreeUnits), at.center + 5);
  return bytes;
}

/**
 * Parses the first bytes of a file of this size. Throws `InvalidPmtiles` when a part lies outside the file or on another part, and for
 * what browsers cannot show.
 */
export function decodeHeader(bytes: Buffer, fileBytes: number): PmtilesHeader {
  if (
    bytes.length < pmtilesBounds.headerBytes ||
    !bytes.subarray(0, pmtilesSignature.length).equals(pmtilesSignature)
  ) {
    throw new InvalidPmtiles('It is not a PMTiles file of version 3.');
  }
  const count = (offset: number): number => {
    const value = bytes.readBigUInt64LE(offset);
    if (value > Number.MAX_SAFE_INTEGER) throw new InvalidPmtiles('The header has a number that is too large.');
    return Number(value);
  };
  const section = (place: number): Section => ({
    offset: count(at.sections + place * 16),
    length: count(at.sections + place * 16 + 8),
  });
  const degrees = (offset: number): number => bytes.readInt32LE(offset) / degreeUnits;
  const header: PmtilesHeader = {
    root: section(0),
    metadata: section(1),
    leaves: section(2),
    tiles: section(3),
    addressedTiles: count(at.counts),
    tileEntries: count(at.counts + 8),
    tileContents: count(at.counts + 16),
    isClustered: bytes[at.bytes] === 1,
    internalCompression: compressionOf(bytes[at.bytes + 1], 'The directories are'),
    tileCompression: compressionOf(bytes[at.bytes + 2], 'The tiles are'),
    tileType: tileTypeOf(bytes[at.bytes + 3]),
    minZoom: bytes.readUInt8(at.bytes + 4),
    maxZoom: bytes.readUInt8(at.bytes + 5),
    bounds: {
      west: degrees(at.bounds),
      south: degrees(at.bounds + 4),
      east: degrees(at.bounds + 8),
      north: degrees(at.bounds + 12),
    },
    center: {
      zoom: bytes.readUInt8(at.center),
      longitude: degrees(at.center + 1),
      latitude: degrees(at.center + 5),
    },
  };
  checkSections(header, fileBytes);
  checkMap(header);
  return header;
}

function checkSections({ root, metadata, leaves, tiles }: PmtilesHeader, fileBytes: number): void {
  const { headerBytes, startBytes, metadataBytes } = pmtilesBounds;
  if (root.length === 0 || tiles.length === 0) throw new InvalidPmtiles('The file has no tiles.');
  if (root.offset + root.length > startBytes) {
    throw new InvalidPmtiles(`The root directory is not within the first ${startBytes} bytes.`);
  }
  if (metadata.length === 0 || metadata.length > metadataBytes) {
    throw new InvalidPmtiles(`The metadata is missing or larger than ${metadataBytes} bytes.`);
  }
  const parts = [{ offset: 0, length: headerBytes }, root, metadata, leaves, tiles]
    .filter(({ length }) => length > 0)
    .sort((a, b) => a.offset - b.offset);
  let end = 0;
  for (const { offset, length } of parts) {
    if (offset < end) throw new InvalidPmtiles('Two parts of the file overlap.');
    end = offset + length;
  }
  if (end > fileBytes) throw new InvalidPmtiles('The file ends too early: a part of it is missing.');
}

function checkMap({ minZoom, maxZoom, bounds }: PmtilesHeader): void {
  if (minZoom > maxZoom || maxZoom > pmtilesBounds.maxZoom) {
    throw new InvalidPmtiles(`The zoom levels ${minZoom} to ${maxZoom} are not valid.`);
  }
  const { west, south, east, north } = bounds;
  if (west < -180 || south < -90 || east > 180 || north > 90 || west >= east || south >= north) {
    throw new InvalidPmtiles('The area of the map is not valid.');
  }
}

function compressionOf(id: number | undefined, what: string): Compression {
  const name = compressions[id ?? 0];
  if (name === 'none' || name === 'gzip') return name;
  throw new InvalidPmtiles(`${what} compressed in a way that browsers cannot read; gzip is possible.`);
}

function tileTypeOf(id: number | undefined): TileType {
  const name = tileTypes[id ?? 0];
  if (name === undefined || name === 'unknown') throw new InvalidPmtiles('The type of the tiles is unknown.');
  return name;
}
