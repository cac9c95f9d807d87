import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { gzipSync } from 'node:zlib';
import type { Compression } from './compression.ts';
import { createDirectoryBuilder } from './directory-builder.ts';
import { encodeHeader, sectionsOf, type Bounds, type PmtilesHeader, type TileType } from './header.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import { tileIdOf, type TilePlace } from './tile-ids.ts';

/** So many different tiles are remembered to find equal ones. Those that repeat are of water and fields, and lie close together. */
const rememberedTiles = 100_000;

export interface Tile extends TilePlace {
  /** The tile as it is stored, compressed as the header says. */
  data: Uint8Array;
}

export interface PmtilesContent {
  header: {
    tileType: TileType;
    tileCompression: Compression;
    bounds: Bounds;
  };
  /** Vector tiles need `vector_layers`; maps show `attribution`. */
  metadata: Readonly<Record<string, unknown>>;
  /** In the order of `tileIdOf`, each once. Empty tiles are left out. */
  tiles: AsyncIterable<Tile> | Iterable<Tile>;
}

/**
 * Writes a PMTiles file as a stream: equal tiles are stored once. The file appears at its path when it is complete. Until then its tiles are in
 * a second file beside it, because the directories stand before them.
 */
export async function writePmtiles(path: string, { header, metadata, tiles }: PmtilesContent): Promise<PmtilesHeader> {
  const [tilesPath, partPath] = [`${path}.tiles`, `${path}.part`];
  try {
    const storage = createTileStorage();
    await pipeline(storage.store(tiles), createWriteStream(tilesPath));
    const { directories, tileBytes, ...facts } = storage.finish();
    const packedMetadata = gzipSync(JSON.stringify(metadata));
    if (packedMetadata.length > pmtilesBounds.metadataBytes) throw new Error('The metadata is too large.');
    const full: PmtilesHeader = {
      ...header,
      ...facts,
      ...sectionsOf({
        root: directories.root.length,
        metadata: packedMetadata.length,
        leaves: directories.leaves.reduce((sum, { length }) => sum + length, 0),
        tiles: tileBytes,
      }),
      isClustered: true,
      internalCompression: 'gzip',
      center: centerOf(header.bounds, facts.minZoom),
    };
    const start = [encodeHeader(full), directories.root, packedMetadata, ...directories.leaves];
    await pipeline(
      async function* () {
        yield* start;
        yield* createReadStream(tilesPath);
      },
      createWriteStream(partPath, { flush: true }),
    );
    await rename(partPath, path);
    return full;
  } finally {
    await Promise.all([tilesPath, partPath].map((left) => rm(left, { force: true })));
  }
}

function createTileStorage() {
  const builder = createDirectoryBuilder();
  const known = new Map<string, { offset: number; length: number }>();
  let tileBytes = 0;
  let tileContents = 0;
  let minZoom: number = pmtilesBounds.maxZoom;
  let maxZoom = 0;

  return {
    /** Yields the tiles that are to be stored. */
    async *store(tiles: PmtilesContent['tiles']): AsyncGenerator<Uint8Array> {
      for await (const { data, ...place } of tiles) {
        if (data.length === 0) continue;
        checkTile(place, data);
        const hash = createHash('sha256').update(data).digest('base64');
        const stored = known.get(hash);
        const { offset, length } = stored ?? { offset: tileBytes, length: data.length };
        builder.add({ tileId: tileIdOf(place), offset, length, runLength: 1 });
        minZoom = Math.min(minZoom, place.z);
        maxZoom = Math.max(maxZoom, place.z);
        if (stored !== undefined) continue;
        known.set(hash, { offset, length });
        const [oldest] = known.keys();
        if (known.size > rememberedTiles && oldest !== undefined) known.delete(oldest);
        tileBytes += length;
        tileContents += 1;
        yield data;
      }
    },

    finish() {
      const directories = builder.finish();
      const { addressedTiles, tileEntries } = directories;
      return { directories, addressedTiles, tileEntries, tileContents, tileBytes, minZoom, maxZoom };
    },
  };
}

function checkTile(place: TilePlace, data: Uint8Array): void {
  const { z, x, y } = place;
  const side = 2 ** z;
  const isPlace = [z, x, y].every(Number.isInteger) && z >= 0 && z <= pmtilesBounds.maxZoom;
  if (!isPlace || x < 0 || y < 0 || x >= side || y >= side) throw new Error(`There is no tile ${z}/${x}/${y}.`);
  if (data.length > pmtilesBounds.tileBytes) throw new Error(`The tile ${z}/${x}/${y} is too large.`);
}

function centerOf({ west, south, east, north }: Bounds, zoom: number): PmtilesHeader['center'] {
  return { zoom, longitude: (west + east) / 2, latitude: (south + north) / 2 };
}
