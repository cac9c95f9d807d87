import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkPmtiles } from './check-pmtiles.ts';
import { decodeDirectory } from './directory.ts';
import { decodeHeader, type Section } from './header.ts';
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

/** Finds a tile as a reader does: in the root, or in the leaf that the root points to. */
function textOf(bytes: Buffer, id: number): string | undefined {
  const { root, leaves, tiles, tileCompression } = decodeHeader(bytes, bytes.length);
  const cut = ({ offset, length }: Section, start = 0) => bytes.subarray(start + offset, start + offset + length);
  const find = (directory: Buffer) => decodeDirectory(gunzipSync(directory)).findLast(({ tileId }) => tileId <= id);
  const first = find(cut(root));
  const found = first?.runLength === 0 ? find(cut(first, leaves.offset)) : first;
  if (found === undefined || id >= found.tileId + found.runLength) return undefined;
  const tile = cut(found, tiles.offset);
  return (tileCompression === 'gzip' ? gunzipSync(tile) : tile).toString();
}

describe('the ids of tiles', () => {
  it('follow a Hilbert curve in each zoom, after all lower zooms', () => {
    const ofZooms = [0, 1, 2, 3, 4].map((id) => Object.values(tilePlaceOf(id)));
    const firstIds = [
      [0, 0, 0],
      [1, 0, 0],
      [1, 0, 1],
      [1, 1, 1],
      [1, 1, 0],
    ];
    expect(ofZooms).toEqual(firstIds);
    for (let id = firstTileId(5); id < firstTileId(6) - 1; id += 1) {
      const [place, next] = [tilePlaceOf(id), tilePlaceOf(id + 1)];
      expect(tileIdOf(place)).toBe(id);
      expect(Math.abs(place.x - next.x) + Math.abs(place.y - next.y)).toBe(1);
    }
  });

  it.each([
    [12, 3423, 1763, 19_078_479],
    [24, 0, 0, 93_824_992_236_885],
    [24, 16_777_215, 0, 375_299_968_947_540],
  ])('are exact at zoom %i', (z, x, y, id) => {
    expect(tileIdOf({ z, x, y })).toBe(id);
    expect(tilePlaceOf(id)).toEqual({ z, x, y });
  });
});

/** An island in the sea. */
const textOfId = (id: number): string => (id === 10 ? 'island' : 'sea');

describe('a written file', () => {
  it('is read back tile by tile', async () => {
    const path = join(folder, 'small.pmtiles');
    const written = await writePmtiles(path, { header, metadata, tiles: tilesFrom(0, 21) });
    expect(written).toMatchObject({ minZoom: 0, maxZoom: 2, addressedTiles: 21, tileContents: 21, isClustered: true });
    const bytes = await readFile(path);
    for (let id = 0; id < 21; id += 1) expect(textOf(bytes, id)).toBe(`tile ${id}`);
    expect(textOf(bytes, 21)).toBeUndefined();
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
    const bytes = await readFile(path);
    for (const place of [0, 1, 8191, 8192, 8193, 16_384, 19_999]) {
      const found = textOf(bytes, first + place * 3 + (place % 2));
      expect(found).toHaveLength(1 + ((place * 7919) % 300));
      expect(`${place},`.startsWith(found?.slice(0, 2) ?? 'missing')).toBe(true);
    }
    expect(textOf(bytes, first + 2)).toBeUndefined();
    expect((await checkPmtiles(path)).header).toEqual(written);
  });

  it('stores equal tiles once, and successive ones as a run', async () => {
    const path = join(folder, 'equal.pmtiles');
    const written = await writePmtiles(path, { header, metadata, tiles: tilesFrom(5, 16, textOfId) });
    // Sea before the island, the island, and the sea behind it.
    expect(written).toMatchObject({ addressedTiles: 16, tileEntries: 3, tileContents: 2 });
    const bytes = await readFile(path);
    for (const id of [5, 9, 10, 11, 20]) expect(textOf(bytes, id)).toBe(textOfId(id));
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
