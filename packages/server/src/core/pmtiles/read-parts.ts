import { decompressed } from './compression.ts';
import { decodeDirectory, type DirectoryEntry } from './directory.ts';
import type { PmtilesHeader, Section } from './header.ts';
import { InvalidPmtiles } from './invalid-pmtiles.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import type { IdRange } from './tile-ids.ts';

/** Reads a range of the file, completely. */
export type ReadRange = (section: Section) => Promise<Buffer>;

/** Reads the JSON object that describes the map. */
export async function readMetadata(
  { metadata, internalCompression }: PmtilesHeader,
  read: ReadRange,
): Promise<Readonly<Record<string, unknown>>> {
  const json = await decompressed(await read(metadata), {
    compression: internalCompression,
    maxBytes: pmtilesBounds.metadataBytes,
    what: 'The metadata',
  });
  try {
    const value: unknown = JSON.parse(json.toString());
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // Reported below.
  }
  throw new InvalidPmtiles('The metadata is not valid JSON.');
}

/**
 * Yields the entries of all tiles in the order of their ids: those of the root, and of each leaf directory that may have wanted ones. One leaf
 * is in memory at a time.
 */
export async function* readDirectories(
  { root, leaves, internalCompression }: PmtilesHeader,
  read: ReadRange,
  isWanted: (ids: IdRange) => boolean = () => true,
): AsyncGenerator<readonly DirectoryEntry[]> {
  const readDirectory = async (section: Section) =>
    decodeDirectory(
      await decompressed(await read(section), {
        compression: internalCompression,
        maxBytes: pmtilesBounds.directoryBytes,
        what: 'A directory',
      }),
    );
  const rootEntries = await readDirectory(root);
  for (const [place, entry] of rootEntries.entries()) {
    if (entry.runLength > 0) {
      yield [entry];
      continue;
    }
    const nextId = rootEntries[place + 1]?.tileId ?? Infinity;
    if (!isWanted({ from: entry.tileId, to: nextId })) continue;
    if (entry.length > pmtilesBounds.directoryBytes || entry.offset + entry.length > leaves.length) {
      throw new InvalidPmtiles('A leaf directory is outside its part of the file.');
    }
    const leaf = await readDirectory({ offset: leaves.offset + entry.offset, length: entry.length });
    const last = leaf.at(-1);
    // A leaf that stands in the root twice is refused here, and with it a small file with endless tiles.
    if (leaf[0]?.tileId !== entry.tileId || last === undefined || last.tileId + last.runLength > nextId) {
      throw new InvalidPmtiles('A leaf directory is at the wrong place.');
    }
    if (leaf.some(({ runLength }) => runLength === 0)) {
      throw new InvalidPmtiles('A leaf directory points to another directory.');
    }
    yield leaf;
  }
}

/** Reads successive ranges of a section in larger pieces, which saves a system call, or a request, for each small range. */
export function windowed(read: ReadRange, { offset: start, length: total }: Section, windowBytes: number): ReadRange {
  let held: Section = { offset: start, length: 0 };
  let bytes: Buffer = Buffer.alloc(0);
  return async ({ offset, length }) => {
    if (offset < held.offset || offset + length > held.offset + held.length) {
      held = { offset, length: Math.min(Math.max(windowBytes, length), start + total - offset) };
      bytes = await read(held);
    }
    return bytes.subarray(offset - held.offset, offset - held.offset + length);
  };
}
