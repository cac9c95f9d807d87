import { open, type FileHandle } from 'node:fs/promises';
import { decompressed } from './compression.ts';
import type { DirectoryEntry } from './directory.ts';
import { decodeHeader, type PmtilesHeader, type Section } from './header.ts';
import { InvalidPmtiles } from './invalid-pmtiles.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import { readDirectories, readMetadata, windowed, type ReadRange } from './read-parts.ts';
import { createStoredTiles } from './stored-tiles.ts';
import { firstTileId } from './tile-ids.ts';

interface CheckOptions {
  signal?: AbortSignal;
  /** Called after each directory, with how many bytes of tiles are checked. */
  onStep?: (bytes: number) => Promise<void> | void;
}

export interface CheckedPmtiles {
  header: PmtilesHeader;
  metadata: Readonly<Record<string, unknown>>;
}

/**
 * Reads a PMTiles file of unknown origin from beginning to end. Throws `InvalidPmtiles` unless every directory can be read, every tile can be decompressed
 * and has its place in the zoom levels of the header, and no two different tiles share bytes.
 */
export async function checkPmtiles(path: string, { signal, onStep }: CheckOptions = {}): Promise<CheckedPmtiles> {
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
    const checkTile = createTileCheck(header, windowed(read, header.tiles, pmtilesBounds.tileBytes));
    for await (const entries of readDirectories(header, read)) {
      for (const entry of entries) {
        signal?.throwIfAborted();
        await checkTile.next(entry);
      }
      await onStep?.(checkTile.bytes);
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

    get bytes(): number {
      return stored.end;
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
