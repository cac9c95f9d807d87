import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { firstTileId, tilePlaceOf } from '../../core/pmtiles/tile-ids.ts';
import { writePmtiles, type Tile } from '../../core/pmtiles/write-pmtiles.ts';

/** A map file of the whole world down to zoom 5, in which each tile is different. */
export async function testPlanet(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'planet-'));
  const path = join(folder, 'planet.pmtiles');
  await writePmtiles(path, {
    header: { tileType: 'mvt', tileCompression: 'gzip', bounds: { west: -180, south: -85, east: 180, north: 85 } },
    metadata: { attribution: '<a href="https://example.org">Test</a> mappers', vector_layers: [] },
    tiles: worldTiles(),
  });
  const planet = await readFile(path);
  await rm(folder, { recursive: true });
  return planet;
}

function* worldTiles(): Generator<Tile> {
  for (let id = 0; id < firstTileId(6); id += 1) yield { ...tilePlaceOf(id), data: gzipSync(`tile ${id}`) };
}
