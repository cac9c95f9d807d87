import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testPmtiles } from '../../testing/samples/test-pmtiles.ts';
import { checkPmtiles } from './check-pmtiles.ts';
import { encodeDirectory, type DirectoryEntry } from './directory.ts';
import { encodeHeader, sectionsOf, type PmtilesHeader } from './header.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pmtiles-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

const metadata = { attribution: '© Test mappers', vector_layers: [] };

/** The parts of a file of two tiles, as an attacker may change them. */
interface Parts {
  header?: Partial<PmtilesHeader>;
  entries?: readonly DirectoryEntry[];
  root?: Buffer;
  metadata?: Buffer;
  leaves?: Buffer;
  tiles?: Buffer;
}

const sample = gzipSync('a tile of the sample');
const entry = (tileId: number, offset: number, length = sample.length, runLength = 1): DirectoryEntry => {
  return { tileId, offset, length, runLength };
};
const twoEntries = [entry(0, 0), entry(1, sample.length)];

function fileOf({
  header: changed,
  entries = twoEntries,
  root = gzipSync(encodeDirectory(entries)),
  metadata: packed = gzipSync(JSON.stringify(metadata)),
  leaves = Buffer.alloc(0),
  tiles = Buffer.concat([sample, sample]),
}: Parts): Buffer {
  const lengths = { root: root.length, metadata: packed.length, leaves: leaves.length, tiles: tiles.length };
  const full: PmtilesHeader = {
    ...sectionsOf(lengths),
    addressedTiles: 0,
    tileEntries: 0,
    tileContents: 0,
    isClustered: true,
    internalCompression: 'gzip',
    tileCompression: 'gzip',
    tileType: 'mvt',
    minZoom: 0,
    maxZoom: 1,
    bounds: { west: 9.4, south: 47, east: 9.7, north: 47.3 },
    center: { zoom: 0, longitude: 9.5, latitude: 47.1 },
    ...changed,
  };
  return Buffer.concat([encodeHeader(full), root, packed, leaves, tiles]);
}

async function check(bytes: Buffer): Promise<unknown> {
  const path = join(folder, 'hostile.pmtiles');
  await writeFile(path, bytes);
  return await checkPmtiles(path);
}

/** The file with other bytes at this place. */
function patched(bytes: Buffer, offset: number, value: readonly number[]): Buffer {
  const copy = Buffer.from(bytes);
  copy.set(value, offset);
  return copy;
}

function flipped(bytes: Buffer, place: number, bits: number): Buffer {
  return patched(bytes, place, [(bytes[place] ?? 0) ^ bits]);
}

const { startBytes, tileBytes, unpackedTileBytes, directoryBytes, metadataBytes } = pmtilesBounds;
const sections = sectionsOf({ root: 50, metadata: 50, leaves: 0, tiles: 50 });
const [rootBytes, leaf] = [gzipSync(encodeDirectory(twoEntries)), gzipSync(encodeDirectory([entry(1, sample.length)]))];
const leafOf = (...offsets: number[]) => offsets.map((offset, place) => entry(place, offset, leaf.length, 0));
const bomb = gzipSync(Buffer.alloc(unpackedTileBytes + 1));
/** A number of ten bytes, as large as 64 bits can hold. */
const hugeNumber = [...Array.from({ length: 9 }, () => 255), 1];

describe('a file of unknown origin', () => {
  it('passes when it is a PMTiles file with all its tiles', async () => {
    await expect(check(fileOf({}))).resolves.toMatchObject({ metadata });
    await expect(check(testPmtiles())).resolves.toMatchObject({ header: { maxZoom: 15 } });
    const leaves = gzipSync(encodeDirectory(twoEntries));
    await expect(check(fileOf({ entries: [entry(0, 0, leaves.length, 0)], leaves }))).resolves.toBeDefined();
  });

  it.each<[string, string, () => Buffer]>([
    ['is a web page', 'not a PMTiles file', () => Buffer.from('<html>404 Not Found</html>'.padEnd(200))],
    ['is empty', 'not a PMTiles file', () => Buffer.alloc(0)],
    ['has another version', 'not a PMTiles file', () => patched(fileOf({}), 7, [2])],
    ['has only a header', 'ends too early', () => fileOf({}).subarray(0, 127)],
    ['lost its end', 'ends too early', () => fileOf({}).subarray(0, -1)],
    [
      'has an offset of 64 bits',
      'too large',
      () =>
        patched(
          fileOf({}),
          56,
          Array.from({ length: 8 }, () => 255),
        ),
    ],
    [
      'has a section behind its end',
      'ends too early',
      () => fileOf({ header: { tiles: { offset: 2 ** 50, length: 9 } } }),
    ],
    ['has a root in its header', 'overlap', () => fileOf({ header: { root: { offset: 0, length: 50 } } })],
    [
      'has metadata in its tiles',
      'overlap',
      () => fileOf({ header: { metadata: { ...sections.tiles, offset: 200 } } }),
    ],
    [
      'has a root that is far away',
      'first 16384 bytes',
      () => fileOf({ header: { root: { offset: startBytes, length: 9 } } }),
    ],
    ['has no root', 'no tiles', () => fileOf({ root: Buffer.alloc(0) })],
    ['has no metadata', 'metadata is missing', () => fileOf({ metadata: Buffer.alloc(0) })],
    ['has unknown compression', 'browsers cannot read', () => patched(fileOf({}), 97, [3])],
    ['has tiles of an unknown type', 'type of the tiles', () => patched(fileOf({}), 99, [0])],
    ['has zoom levels beyond all maps', 'zoom levels', () => fileOf({ header: { maxZoom: 200 } })],
    ['has zoom levels upside down', 'zoom levels', () => fileOf({ header: { minZoom: 2 } })],
    ['has no area', 'area of the map', () => fileOf({ header: { bounds: { west: 9, south: 1, east: 9, north: 2 } } })],
    ['is not in order', 'not in order', () => fileOf({ header: { isClustered: false } })],
    ['counts other tiles', 'counts other tiles', () => fileOf({ header: { addressedTiles: 3 } })],
    ['has metadata that is no JSON', 'not valid JSON', () => fileOf({ metadata: gzipSync('{') })],
    ['has metadata that is a list', 'not valid JSON', () => fileOf({ metadata: gzipSync('[]') })],
    ['has deep metadata', 'not valid JSON', () => fileOf({ metadata: gzipSync('['.repeat(metadataBytes)) })],
    [
      'has metadata that is a bomb',
      'when it is decompressed',
      () => fileOf({ metadata: gzipSync(Buffer.alloc(metadataBytes + 1)) }),
    ],
    [
      'has a root that is a bomb',
      'when it is decompressed',
      () => fileOf({ root: gzipSync(Buffer.alloc(directoryBytes + 1)) }),
    ],
    ['has a root that is no gzip', 'cannot be decompressed', () => fileOf({ root: Buffer.from('not compressed') })],
    ['has a root that is cut off', 'cannot be decompressed', () => fileOf({ root: rootBytes.subarray(0, -9) })],
    ['has endless entries', 'number of entries', () => fileOf({ root: gzipSync(Buffer.from([255, 255, 255, 127])) })],
    ['has no entries', 'number of entries', () => fileOf({ root: gzipSync(Buffer.from([0])) })],
    ['has an endless number', 'too large', () => fileOf({ root: gzipSync(Buffer.from(hugeNumber)) })],
    ['has ids beyond all numbers', 'too large', () => fileOf({ entries: [entry(2 ** 53 - 1, 0, 9, 9)] })],
    [
      'has bytes after its entries',
      'longer than its entries',
      () => fileOf({ root: gzipSync(Buffer.concat([encodeDirectory(twoEntries), Buffer.alloc(1)])) }),
    ],
    ['has a tile twice', 'not in order', () => fileOf({ entries: [entry(1, 0), entry(1, sample.length)] })],
    [
      'has runs that overlap',
      'not in order',
      () => fileOf({ entries: [entry(0, 0, sample.length, 2), entry(1, sample.length)] }),
    ],
    ['has an empty tile', 'empty tile', () => fileOf({ entries: [entry(0, 0, 0)] })],
    ['has a first entry after none', 'wrong offset', () => fileOf({ root: gzipSync(Buffer.from([1, 0, 1, 9, 0])) })],
    [
      'has a tile of another zoom',
      'outside the zoom levels',
      () => fileOf({ entries: [entry(0, 0), entry(5, sample.length)] }),
    ],
    [
      'has a run into another zoom',
      'outside the zoom levels',
      () => fileOf({ entries: [entry(0, 0, sample.length * 2, 2 ** 31)] }),
    ],
    ['has a tile behind its tiles', 'outside its part', () => fileOf({ entries: [entry(0, 1)], tiles: sample })],
    ['has tiles with a gap', 'not stored in order', () => fileOf({ entries: [entry(0, 1, 9)] })],
    ['has tiles that overlap', 'Two tiles overlap', () => fileOf({ entries: [entry(0, 0), entry(1, 2)] })],
    ['has a tile inside another', 'Two tiles overlap', () => fileOf({ entries: [entry(0, 0), entry(1, 0, 9)] })],
    [
      'has a tile at the end of another',
      'Two tiles overlap',
      () => fileOf({ entries: [entry(0, 0), entry(1, 9, sample.length - 9)] }),
    ],
    [
      'has a tile over two others',
      'Two tiles overlap',
      () => fileOf({ entries: [...twoEntries, entry(2, 0, sample.length * 2)] }),
    ],
    ['has bytes of no tile', 'belong to no tile', () => fileOf({ entries: [entry(0, 0)] })],
    [
      'has a large tile',
      'larger than',
      () => fileOf({ entries: [entry(0, 0, tileBytes + 1)], tiles: Buffer.alloc(tileBytes + 1) }),
    ],
    [
      'has a tile that is a bomb',
      'when it is decompressed',
      () => fileOf({ entries: [entry(0, 0, bomb.length)], tiles: bomb }),
    ],
    [
      'has a tile of zeros',
      'cannot be decompressed',
      () => fileOf({ tiles: Buffer.concat([sample, Buffer.alloc(sample.length)]) }),
    ],
    ['has a leaf outside of all leaves', 'outside its part', () => fileOf({ entries: leafOf(1), leaves: leaf })],
    ['has a leaf for other tiles', 'wrong place', () => fileOf({ entries: leafOf(0), leaves: leaf })],
    [
      'has the same leaf over and over',
      'wrong place',
      () =>
        fileOf({
          entries: [...twoEntries.slice(0, 1), ...[1, 2, 3].map((id) => entry(id, 0, leaf.length, 0))],
          leaves: leaf,
        }),
    ],
    [
      'has a leaf that runs into the next',
      'wrong place',
      () => {
        const long = gzipSync(encodeDirectory(twoEntries));
        const entries = [entry(0, 0, long.length, 0), entry(1, long.length, leaf.length, 0)];
        return fileOf({ entries, leaves: Buffer.concat([long, leaf]) });
      },
    ],
    [
      'has leaves of leaves',
      'points to another directory',
      () => {
        const leaves = gzipSync(encodeDirectory([entry(0, 0, 30, 0)]));
        return fileOf({ entries: [entry(0, 0, leaves.length, 0)], leaves });
      },
    ],
  ])('that %s is refused: %s', async (_, message, bytes) => {
    const refusal = { name: 'InvalidPmtiles', message: expect.stringContaining(message) as string };
    await expect(check(bytes())).rejects.toMatchObject(refusal);
  });

  it('is refused or passes, and nothing else happens, with any byte of its header or directory changed', async () => {
    const [whole, root] = [fileOf({}), encodeDirectory(twoEntries)];
    const variants = [
      ...Array.from(whole.subarray(0, pmtilesBounds.headerBytes), (_, place) => flipped(whole, place, 255)),
      ...[1, 2, 128, 255].flatMap((bits) =>
        Array.from(root, (_, place) => fileOf({ root: gzipSync(flipped(root, place, bits)) })),
      ),
    ];
    const outcomes = new Set<string>();
    for (const variant of variants) {
      outcomes.add(
        await check(variant).then(
          () => 'passed',
          (error: unknown) => (error instanceof Error ? error.name : String(error)),
        ),
      );
    }
    expect(outcomes).toEqual(new Set(['InvalidPmtiles', 'passed']));
  });

  it('is no longer read after an abort', async () => {
    const path = join(folder, 'aborted.pmtiles');
    await writeFile(path, fileOf({}));
    await expect(checkPmtiles(path, { signal: AbortSignal.abort() })).rejects.toHaveProperty('name', 'AbortError');
  });
});
