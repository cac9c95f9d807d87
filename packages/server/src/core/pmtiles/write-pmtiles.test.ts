import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PMTiles, tileIdToZxy, zxyToTileId, type Source } from 'pmtiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPmtiles } from './check-pmtiles.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import { firstTileId, tileIdOf, tilePlaceOf } from './tile-ids.ts';
import { writePmtiles, type PmtilesContent, type Tile } from './write-pmtiles.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pmtiles-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const header: PmtilesContent['header'] = {
  tileType: 'mvt',
  tileCompression: 'gzip',
  bounds: { west: 9.4, south: 47, east: 9.7, north: 47.3 },
};
const metadata = { attribution: '© Test mappers', vector_layers: [] };

/** The tiles with the ids from `first` on. */
function* tilesFrom(first: number, count: number, textOf = (id: number) => `tile ${id}`): Generator<Tile> {
  for (let id = first; id < first + count; id += 1) yield { ...tilePlaceOf(id), data: gzipSync(textOf(id)) };
}

/** Reads with the library of the console. */
function libraryReader(bytes: Buffer): PMTiles {
  const source: Source = {
    getKey: () => 'test',
    getBytes: async (offset, length) => ({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
  };
  return new PMTiles(source);
}

async function textOf(reader: PMTiles, id: number): Promise<string | undefined> {
  const { z, x, y } = tilePlaceOf(id);
  const found = await reader.getZxy(z, x, y);
  return found && Buffer.from(found.data).toString();
}

describe('the ids of tiles', () => {
  it('are those of the library, at every zoom', () => {
    for (let z = 0; z <= pmtilesBounds.maxZoom; z += 1) {
      const last = 2 ** z - 1;
      for (const [x, y] of [
        [0, 0],
        [last, 0],
        [0, last],
        [last, last],
        [Math.floor(last / 3), Math.floor(last / 7)],
        [Math.floor(last / 1.7), Math.floor(last / 1.1)],
      ] as const) {
        const id = tileIdOf({ z, x, y });
        expect(id).toBe(zxyToTileId(z, x, y));
        expect(tilePlaceOf(id)).toEqual({ z, x, y });
      }
    }
    for (let id = 0; id < firstTileId(6); id += 1) {
      const { z, x, y } = tilePlaceOf(id);
      expect([z, x, y]).toEqual(tileIdToZxy(id));
    }
  });
});

/** An island in the sea. */
const textOfId = (id: number): string => (id === 10 ? 'island' : 'sea');

describe('a written file', () => {
  it('is read back by the library, tile by tile', async () => {
    const path = join(folder, 'small.pmtiles');
    const written = await writePmtiles(path, { header, metadata, tiles: tilesFrom(0, 21) });
    const reader = libraryReader(await readFile(path));
    expect(await reader.getHeader()).toMatchObject({
      tileType: 1,
      tileCompression: 2,
      internalCompression: 2,
      clustered: true,
      minZoom: 0,
      maxZoom: 2,
      minLon: 9.4,
      minLat: 47,
      maxLon: 9.7,
      maxLat: 47.3,
      numAddressedTiles: 21,
      numTileContents: 21,
    });
    expect(await reader.getMetadata()).toEqual(metadata);
    for (let id = 0; id < 21; id += 1) expect(await textOf(reader, id)).toBe(`tile ${id}`);
    expect(await textOf(reader, 21)).toBeUndefined();
    expect(await checkPmtiles(path)).toEqual({ header: written, metadata });
  });

  it('has leaf directories when the root is too small for all tiles', async () => {
    const path = join(folder, 'leaves.pmtiles');
    // Lengths and gaps that differ, so that the directories are hard to compress.
    const first = firstTileId(10);
    async function* tiles(): AsyncGenerator<Tile> {
      for (let place = 0; place < 20_000; place += 1) {
        const data = Buffer.alloc(1 + ((place * 7919) % 300), `${place},`);
        yield { ...tilePlaceOf(first + place * 3 + (place % 2)), data };
      }
    }
    const uncompressed = { ...header, tileCompression: 'none' as const };
    const written = await writePmtiles(path, { header: uncompressed, metadata, tiles: tiles() });
    expect(written.leaves.length).toBeGreaterThan(0);
    expect(written.root.length).toBeLessThan(pmtilesBounds.startBytes - pmtilesBounds.headerBytes);
    const reader = libraryReader(await readFile(path));
    for (const place of [0, 1, 8191, 8192, 8193, 16_384, 19_999]) {
      const found = await textOf(reader, first + place * 3 + (place % 2));
      expect(found).toHaveLength(1 + ((place * 7919) % 300));
      expect(`${place},`.startsWith(found?.slice(0, 2) ?? 'missing')).toBe(true);
    }
    expect(await textOf(reader, first + 2)).toBeUndefined();
    expect((await checkPmtiles(path)).header).toEqual(written);
  });

  it('stores equal tiles once, and successive ones as a run', async () => {
    const path = join(folder, 'equal.pmtiles');
    const written = await writePmtiles(path, { header, metadata, tiles: tilesFrom(5, 16, textOfId) });
    // Sea before the island, the island, and the sea behind it.
    expect(written).toMatchObject({ addressedTiles: 16, tileEntries: 3, tileContents: 2 });
    const reader = libraryReader(await readFile(path));
    for (const id of [5, 9, 10, 11, 20]) expect(await textOf(reader, id)).toBe(textOfId(id));
    expect((await checkPmtiles(path)).header).toEqual(written);
  });

  it('leaves out empty tiles, and does not appear when a tile cannot be written', async () => {
    const path = join(folder, 'refused.pmtiles');
    const tile = { ...tilePlaceOf(3), data: gzipSync('tile') };
    const empty = { ...tilePlaceOf(1), data: new Uint8Array() };
    const cases: [string, Iterable<Tile>][] = [
      ['in the order', [tile, { ...tile, ...tilePlaceOf(2) }]],
      ['in the order', [tile, { ...tile, data: gzipSync('another') }]],
      ['no tile 2/4/0', [{ ...tile, z: 2, x: 4, y: 0 }]],
      ['too large', [{ ...tile, data: Buffer.alloc(pmtilesBounds.tileBytes + 1) }]],
      ['no tiles', [empty]],
    ];
    for (const [message, tiles] of cases) {
      await expect(writePmtiles(path, { header, metadata, tiles })).rejects.toThrow(message);
    }
    expect((await readdir(folder)).filter((name) => name.startsWith('refused'))).toEqual([]);
    expect(await writePmtiles(path, { header, metadata, tiles: [empty, tile] })).toMatchObject({ addressedTiles: 1 });
  });
});
