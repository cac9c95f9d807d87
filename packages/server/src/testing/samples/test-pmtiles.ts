import { encodeDirectory } from '../../core/pmtiles/directory.ts';
import { encodeHeader, sectionsOf } from '../../core/pmtiles/header.ts';
import { firstTileId } from '../../core/pmtiles/tile-ids.ts';

/** The attributes of a shape in a vector tile. */
type Facts = Readonly<Record<string, string | number>>;
/** A point in the coordinates of its tile: both run from 0 to 4096, and the origin is the upper left corner. */
type Corner = readonly [x: number, y: number];

interface Shape {
  kind: 'point' | 'line' | 'polygon';
  corners: readonly Corner[];
  facts: Facts;
}

/** Layers with the names of the Protomaps basemap: ground, a lake, two roads, places with icons, a town. */
const usualLayers: Readonly<Record<string, readonly Shape[]>> = {
  earth: [{ kind: 'polygon', corners: strip(0, 4096), facts: { kind: 'earth' } }],
  water: [{ kind: 'polygon', corners: strip(2600, 3900), facts: { kind: 'lake' } }],
  roads: [
    {
      kind: 'line',
      corners: [
        [0, 1000],
        [4096, 1400],
      ],
      facts: { kind: 'major_road', name: 'Long Łódź Road', min_zoom: 0 },
    },
    {
      kind: 'line',
      corners: [
        [0, 2400],
        [4096, 2400],
      ],
      facts: { kind: 'highway', network: 'NL:A-road', shield_text: 'A12', min_zoom: 0 },
    },
  ],
  pois: [
    { kind: 'point', corners: [[600, 400]], facts: { kind: 'cafe', name: 'Café Αθήνα', min_zoom: 0 } },
    { kind: 'point', corners: [[2000, 400]], facts: { kind: 'park', name: 'Парк', min_zoom: 0 } },
  ],
  places: [
    {
      kind: 'point',
      corners: [[1000, 2000]],
      facts: { kind: 'locality', name: 'Testtown', min_zoom: 0, population_rank: 12, population: 900_000 },
    },
  ],
};

const maxZoom = 15;

/** One vector tile with these layers. */
export function testTile(layers = usualLayers): Buffer {
  return Buffer.concat(Object.entries(layers).map(([name, shapes]) => field(3, layer(name, shapes))));
}

/** Builds a PMTiles file in which all tiles of the world are the same vector tile. It has one entry for more tiles than could be written singly. */
export function testPmtiles(layers = usualLayers): Buffer {
  const tile = testTile(layers);
  const metadata = Buffer.from(JSON.stringify({ attribution: '© Test mappers', vector_layers: [] }));
  const addressedTiles = firstTileId(maxZoom + 1);
  const root = encodeDirectory([{ tileId: 0, offset: 0, length: tile.length, runLength: addressedTiles }]);
  const header = encodeHeader({
    ...sectionsOf({ root: root.length, metadata: metadata.length, leaves: 0, tiles: tile.length }),
    addressedTiles,
    tileEntries: 1,
    tileContents: 1,
    isClustered: true,
    internalCompression: 'none',
    tileCompression: 'none',
    tileType: 'mvt',
    minZoom: 0,
    maxZoom,
    bounds: { west: -180, south: -85, east: 180, north: 85 },
    center: { zoom: 0, longitude: 0, latitude: 0 },
  });
  return Buffer.concat([header, root, metadata, tile]);
}

/** A strip over the full height of the tile, so that every view shows a part of it. */
function strip(west: number, east: number): Corner[] {
  return [
    [west, 0],
    [east, 0],
    [east, 4096],
    [west, 4096],
  ];
}

/** Encodes a layer of a Mapbox Vector Tile (version 2). */
function layer(name: string, shapes: readonly Shape[]): Buffer {
  const keys = [...new Set(shapes.flatMap(({ facts }) => Object.keys(facts)))];
  const values = [...new Set(shapes.flatMap(({ facts }) => Object.values(facts)))];
  const features = shapes.map(({ kind, corners, facts }) => {
    const tags = Object.entries(facts).flatMap(([key, value]) => [keys.indexOf(key), values.indexOf(value)]);
    const type = ['point', 'line', 'polygon'].indexOf(kind) + 1;
    return Buffer.concat([
      field(2, Buffer.concat(tags.map(varint))),
      number(3, type),
      field(4, Buffer.concat(geometry(kind, corners).map(varint))),
    ]);
  });
  return Buffer.concat([
    number(15, 2),
    field(1, Buffer.from(name)),
    ...features.map((feature) => field(2, feature)),
    ...keys.map((key) => field(3, Buffer.from(key))),
    ...values.map((value) => field(4, typeof value === 'string' ? field(1, Buffer.from(value)) : number(4, value))),
    number(5, 4096),
  ]);
}

/** Encodes MoveTo, LineTo and ClosePath commands with relative coordinates. */
function geometry(kind: Shape['kind'], corners: readonly Corner[]): number[] {
  const steps = corners.map(([x, y], place) => {
    const [beforeX, beforeY] = corners[place - 1] ?? [0, 0];
    return [zigzag(x - beforeX), zigzag(y - beforeY)];
  });
  const [first = [], ...others] = steps;
  const lines = others.length === 0 ? [] : [(others.length << 3) | 2, ...others.flat()];
  return [(1 << 3) | 1, ...first, ...lines, ...(kind === 'polygon' ? [15] : [])];
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

/** Encodes a protobuf field with bytes. */
function field(id: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint(id * 8 + 2), varint(bytes.length), bytes]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id * 8), varint(value)]);
}
