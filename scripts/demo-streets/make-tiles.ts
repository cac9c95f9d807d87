import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { tileIdOf } from '../../packages/server/src/core/pmtiles/tile-ids.ts';
import { writePmtiles, type Tile } from '../../packages/server/src/core/pmtiles/write-pmtiles.ts';
import { demoStreetsFile } from '../../packages/server/src/modules/places/demo-streets/demo-streets.ts';
import { run } from './run.ts';

interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

const settings = join(import.meta.dirname, 'tilemaker.json');
const profile = join(import.meta.dirname, 'protomaps.lua');

/** What the licence of the data requires the map to show. */
const attribution =
  '<a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noopener noreferrer">© OpenStreetMap contributors</a>';

/** Makes the streets of the demo from an extract of OpenStreetMap, with tilemaker and osmium. */
export async function makeTiles(extract: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'demo-streets-'));
  try {
    const bounds = boundsOf(extract);
    const area = join(folder, 'area.osm');
    await writeFile(area, areaXml(bounds));
    const input = join(folder, 'input.osm.pbf');
    run('osmium', 'merge', extract, area, '--output', input);
    const output = join(folder, 'tiles.mbtiles');
    const box = [bounds.west, bounds.south, bounds.east, bounds.north].join(',');
    const files = ['--input', input, '--output', output, '--config', settings, '--process', profile];
    run('tilemaker', ...files, '--bbox', box);
    const { tiles, layers } = readMbtiles(output);
    const metadata = { name: 'Liechtenstein', attribution, vector_layers: layers };
    const header = { tileType: 'mvt', tileCompression: 'gzip', bounds } as const;
    const { addressedTiles, minZoom, maxZoom } = await writePmtiles(demoStreetsFile, { header, metadata, tiles });
    console.log(`${demoStreetsFile}: ${addressedTiles} tiles, zoom ${minZoom} to ${maxZoom}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function boundsOf(extract: string): Bounds {
  const facts = run('osmium', 'fileinfo', '--json', extract);
  const { header } = JSON.parse(facts) as {
    header: { boxes: [west: number, south: number, east: number, north: number][] };
  };
  const [box] = header.boxes;
  if (box === undefined) throw new Error(`${extract} does not say which area it covers.`);
  const [west, south, east, north] = box;
  return { west, south, east, north };
}

/** The covered area as a way of OpenStreetMap: the profile makes the land of it. Its ids are above those of any extract. */
function areaXml({ west, south, east, north }: Bounds): string {
  const first = 10 ** 15;
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ];
  const nodes = corners.map(([lon, lat], place) => `<node id="${first + place}" lat="${lat}" lon="${lon}"/>`);
  const ring = [0, 1, 2, 3, 0].map((place) => `<nd ref="${first + place}"/>`);
  const way = `<way id="${first}">${ring.join('')}<tag k="area" v="extract"/></way>`;
  return `<osm version="0.6">${nodes.join('')}${way}</osm>`;
}

/** Reads the tiles in the order of PMTiles. Rows of MBTiles count from the south. */
function readMbtiles(path: string): { tiles: Tile[]; layers: unknown } {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = database
      .prepare('SELECT zoom_level AS z, tile_column AS x, tile_row AS row, tile_data AS data FROM tiles')
      .all();
    const tiles = (rows as unknown as { z: number; x: number; row: number; data: Uint8Array }[])
      .map(({ z, x, row, data }) => ({ z, x, y: 2 ** z - 1 - row, data }))
      .sort((one, other) => tileIdOf(one) - tileIdOf(other));
    const facts = database.prepare("SELECT value FROM metadata WHERE name = 'json'").get() as { value: string };
    return { tiles, layers: (JSON.parse(facts.value) as { vector_layers: unknown }).vector_layers };
  } finally {
    database.close();
  }
}
