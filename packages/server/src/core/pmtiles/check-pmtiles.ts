import { open, type FileHandle } from 'node:fs/promises';
import { decompressed } from './compression.ts';
import { decodeDirectory, type DirectoryEntry } from './directory.ts';
import { decodeHeader, type PmtilesHeader, type Section } from './header.ts';
import { InvalidPmtiles } from './invalid-pmtiles.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import { createStoredTiles } from './stored-tiles.ts';
import { firstTileId } from './tile-ids.ts';

/** Tiles are read from the file in pieces of this size. */
const windowBytes = pmtilesBounds.tileBytes;

export interface CheckedPmtiles {
  header: PmtilesHeader;
  metadata: Readonly<Record<string, unknown>>;
}

/** Reads a range of the file, completely. */
type ReadRange = (section: Section) => Promise<Buffer>;

/**
 * Reads a PMTiles file of unknown origin from beginning to end. Throws `InvalidPmtiles` unless every directory can be read, every tile can be decompressed
 * and has its place in the zoom levels of the header, and no two different tiles share bytes.
 */
export async function checkPmtiles(path: string, { signal }: { signal?: AbortSignal } = {}): Promise<CheckedPmtiles> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const read: ReadRange = (section) => readSection(file, section);
    const header = decodeHeader(await read({ offset: 0, length: Math.min(pmtilesBounds.headerBytes, size) }), size);
    if (!header.isClustered) {
      throw new InvalidPmtiles(
        'The tiles of the file are not in order. The command "pmtiles cluster" puts them in order.',
      );
    }
    const metadata = await readMetadata(header, read);
    const checkTile = createTileCheck(header, windowed(read, header.tiles));
    for await (const entries of readDirectories(header, read)) {
      for (const entry of entries) {
        signal?.throwIfAborted();
        await checkTile.next(entry);
      }
    }
    checkTile.finish();
    return { header, metadata };
  } finally {
    await file.close();
  }
}

async function readSection(file: FileHandle, { offset, length }: Section): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) throw new InvalidPmtiles('The file became shorter while it was read.');
    done += bytesRead;
  }
  return bytes;
}

async function readMetadata(
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

/** Yields the entries of all tiles in the order of their ids: those of the root, and of each leaf directory. One leaf is in memory at a time. */
async function* readDirectories(
  { root, leaves, internalCompression }: PmtilesHeader,
  read: ReadRange,
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
    if (entry.length > pmtilesBounds.directoryBytes || entry.offset + entry.length > leaves.length) {
      throw new InvalidPmtiles('A leaf directory is outside its part of the file.');
    }
    const leaf = await readDirectory({ offset: leaves.offset + entry.offset, length: entry.length });
    const last = leaf.at(-1);
    const nextId = rootEntries[place + 1]?.tileId ?? Infinity;
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

function createTileCheck(header: PmtilesHeader, read: ReadRange) {
  const { tiles, tileCompression, minZoom, maxZoom } = header;
  const ids = { first: firstTileId(minZoom), end: firstTileId(maxZoom + 1) };
  const stored = createStoredTiles();
  let tileEntries = 0;
  let addressedTiles = 0;

  return {
    async next(entry: DirectoryEntry): Promise<void> {
      const { tileId, offset, length, runLength } = entry;
      tileEntries += 1;
      addressedTiles += runLength;
      if (tileEntries > pmtilesBounds.entries) {
        throw new InvalidPmtiles(`The file has more than ${pmtilesBounds.entries} tiles.`);
      }
      if (tileId < ids.first || tileId + runLength > ids.end) {
        throw new InvalidPmtiles(`A tile is outside the zoom levels ${minZoom} to ${maxZoom}.`);
      }
      if (length > pmtilesBounds.tileBytes) {
        throw new InvalidPmtiles(`A tile is larger than ${pmtilesBounds.tileBytes} bytes.`);
      }
      if (offset + length > tiles.length) throw new InvalidPmtiles('A tile is outside its part of the file.');
      if (!stored.add({ offset, length })) return;
      const bytes = await read({ offset: tiles.offset + offset, length });
      await decompressed(bytes, {
        compression: tileCompression,
        maxBytes: pmtilesBounds.unpackedTileBytes,
        what: 'A tile',
      });
    },

    finish(): void {
      if (stored.end !== tiles.length) throw new InvalidPmtiles('The file has bytes that belong to no tile.');
      const counts = { addressedTiles, tileEntries, tileContents: stored.count };
      for (const name of ['addressedTiles', 'tileEntries', 'tileContents'] as const) {
        // 0 means that the writer did not count.
        if (header[name] !== 0 && header[name] !== counts[name]) {
          throw new InvalidPmtiles('The header counts other tiles than there are.');
        }
      }
    },
  };
}

/** Reads successive ranges of a section in larger pieces, which saves a system call for each small tile. */
function windowed(read: ReadRange, { offset: start, length: total }: Section): ReadRange {
  let held: Section = { offset: start, length: 0 };
  let bytes: Buffer = Buffer.alloc(0);
  return async ({ offset, length }) => {
    if (offset < held.offset || offset + length > held.offset + held.length) {
      held = { offset, length: Math.min(windowBytes, start + total - offset) };
      bytes = await read(held);
    }
    return bytes.subarray(offset - held.offset, offset - held.offset + length);
  };
}
