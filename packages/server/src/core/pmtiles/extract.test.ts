import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { PMTiles, type Source } from 'pmtiles';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRangeServer, type RangeServer } from '../../testing/servers/range-server.ts';
import { idsOfArea } from './area-ids.ts';
import { checkPmtiles } from './check-pmtiles.ts';
import { planExtract, type ExtractPlan } from './extract-plan.ts';
import { fetchExtract } from './fetch-extract.ts';
import type { Bounds } from './header.ts';
import { pmtilesBounds } from './pmtiles-bounds.ts';
import { openRangeSource, type RangeSource } from './range-source.ts';
import { firstTileId, tileIdOf, tilePlaceOf } from './tile-ids.ts';
import { writePmtiles, type Tile } from './write-pmtiles.ts';

const maxZoom = 7;
const world: Bounds = { west: -180, south: -85.05, east: 180, north: 85.05 };
const utrecht: Bounds = { west: 4.9, south: 51.9, east: 9.3, north: 54.2 };
const signal = new AbortController().signal;

let folder: string;
let planet: Buffer;
let host: RangeServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'extract-'));
  const path = join(folder, 'planet.pmtiles');
  await writePmtiles(path, {
    header: { tileType: 'mvt', tileCompression: 'gzip', bounds: world },
    metadata: { attribution: 'Test mappers', vector_layers: [] },
    tiles: worldTiles(),
  });
  planet = await readFile(path);
  host = await startRangeServer(planet);
});
afterEach(() => {
  host.put(planet);
  host.instead = () => false;
  host.ranges.length = 0;
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

/** Every third tile is the same sea. */
function* worldTiles(): Generator<Tile> {
  for (let id = 0; id < firstTileId(maxZoom + 1); id += 1) {
    yield { ...tilePlaceOf(id), data: gzipSync(textOfId(id)) };
  }
}
function textOfId(id: number): string {
  return id % 3 === 0 ? 'sea' : `tile ${id}`;
}

const { startBytes } = pmtilesBounds;
const openHost = () => openRangeSource(host.url, { signal, startBytes, retryMs: 1 });
const plan = async (area: Bounds, zoom = maxZoom, source?: RangeSource): Promise<ExtractPlan> =>
  await planExtract(source ?? (await openHost()), { area, maxZoom: zoom, metadataOf: (metadata) => metadata }, signal);

function readerOf(bytes: Buffer): PMTiles {
  const source: Source = {
    getKey: () => 'test',
    getBytes: async (offset, length) => ({ data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer }),
  };
  return new PMTiles(source);
}

describe('the tiles of an area', () => {
  it('are the same as those found one by one', () => {
    for (const area of [utrecht, world, { west: -0.01, south: -0.01, east: 0.01, north: 0.01 }]) {
      const wanted: number[] = [];
      for (let z = 0; z <= 5; z += 1) {
        const at = (share: number) => Math.min(Math.max(Math.floor(share * 2 ** z), 0), 2 ** z - 1);
        const row = (latitude: number) => at((1 - Math.asinh(Math.tan((latitude * Math.PI) / 180)) / Math.PI) / 2);
        for (let x = at((area.west + 180) / 360); x <= at((area.east + 180) / 360); x += 1) {
          for (let y = row(area.north); y <= row(area.south); y += 1) wanted.push(tileIdOf({ z, x, y }));
        }
      }
      const ranges = idsOfArea(area, { minZoom: 0, maxZoom: 5 });
      const found = ranges.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, place) => from + place));
      expect(found).toEqual(wanted.toSorted((one, other) => one - other));
    }
    expect(idsOfArea({ ...world, south: -90, north: 90 }, { minZoom: 0, maxZoom: 15 })).toEqual([
      { from: 0, to: firstTileId(16) },
    ]);
  });
});

describe('an extract', () => {
  it('has the tiles of its area and no others, and the library reads them', async () => {
    const source = await openHost();
    const planned = await plan(utrecht, maxZoom, source);
    // The directories tell the size; no tile was read for it.
    expect(host.ranges.length).toBeLessThan(6);
    const path = join(folder, 'utrecht.pmtiles');
    const steps: number[] = [];
    await fetchExtract(source, planned, { path, done: 0, signal, onStep: async (_, bytes) => void steps.push(bytes) });
    const bytes = await readFile(path);
    expect(bytes.length).toBe(planned.fileBytes);
    expect(steps.at(-1)).toBe(planned.readBytes);
    const { header, metadata } = await checkPmtiles(path);
    expect(header).toMatchObject({ bounds: utrecht, minZoom: 0, maxZoom });
    expect(metadata).toMatchObject({ attribution: 'Test mappers' });
    const reader = readerOf(bytes);
    const inside = new Set(
      idsOfArea(utrecht, { minZoom: 0, maxZoom }).flatMap(({ from, to }) =>
        Array.from({ length: to - from }, (_, place) => from + place),
      ),
    );
    for (let id = 0; id < firstTileId(maxZoom + 1); id += 1) {
      const { z, x, y } = tilePlaceOf(id);
      const found = await reader.getZxy(z, x, y);
      expect(found && Buffer.from(found.data).toString()).toBe(inside.has(id) ? textOfId(id) : undefined);
    }
  });

  it('ends at the zoom that was asked for, and is smaller then', async () => {
    const [all, few] = [await plan(utrecht), await plan(utrecht, 4)];
    expect(few.header.maxZoom).toBe(4);
    expect(few.fileBytes).toBeLessThan(all.fileBytes);
  });

  it('goes on after what is there already', async () => {
    const path = join(folder, 'continued.pmtiles');
    const source = await openHost();
    const whole = await plan(utrecht, maxZoom, source);
    // One request for each part, so that there are several.
    const planned = {
      ...whole,
      copies: whole.copies.flatMap(({ from, parts }) =>
        parts.map(({ skip, length, to }) => ({ from: from + skip, length, parts: [{ skip: 0, length, to }] })),
      ),
    };
    expect(planned.copies.length).toBeGreaterThan(7);
    const stopped = new AbortController();
    let done = 0;
    const half = fetchExtract(source, planned, {
      path,
      done,
      signal: stopped.signal,
      onStep: async (step) => {
        done = step;
        if (step >= 4) stopped.abort();
      },
    });
    await expect(half).rejects.toHaveProperty('name', 'AbortError');
    expect(done).toBe(4);
    host.ranges.length = 0;
    await fetchExtract(source, planned, { path, done, signal, onStep: async () => undefined });
    expect(host.ranges).toHaveLength(planned.copies.length - 4);
    await expect(checkPmtiles(path)).resolves.toBeDefined();
  });

  it('of a place without tiles is refused', async () => {
    const source = await openHost();
    const north: Bounds = { west: 0, south: 86, east: 1, north: 87 };
    await expect(plan(north, maxZoom, source)).rejects.toThrow('nothing there');
  });
});

/** Answers every request with this. */
function answerWith(status: number, headers: Record<string, string>, body = ''): RangeServer['instead'] {
  return (_, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };
}

describe('a host of a file', () => {
  it.each<[string, string, RangeServer['instead']]>([
    ['redirects', 'redirects', answerWith(302, { location: 'http://10.0.0.1/' })],
    ['sends the whole file', 'only the whole', answerWith(200, {}, 'x'.repeat(99_999))],
    ['does not have it', 'status 404', answerWith(404, {})],
    ['sends another range', 'another part', answerWith(206, { 'content-range': 'bytes 5-9/100' }, '12345')],
    ['sends more than it says', 'more than', answerWith(206, { 'content-range': 'bytes 0-99/100' }, 'x'.repeat(5000))],
    ['sends less than it says', 'less than', answerWith(206, { 'content-range': 'bytes 0-99/100' }, 'x')],
    [
      'compresses',
      'another part',
      answerWith(206, { 'content-range': 'bytes 0-2/3', 'content-encoding': 'gzip' }, 'xyz'),
    ],
  ])('that %s is refused', async (_, message, instead) => {
    host.instead = instead;
    await expect(openHost()).rejects.toThrow(message);
    await expect(openHost()).rejects.toHaveProperty('name', 'SourceProblem');
  });

  it('that does not answer in time is refused, and one that cannot be reached', async () => {
    host.instead = () => true;
    const slow = openRangeSource(host.url, { signal, startBytes, withinMs: 50 });
    await expect(slow).rejects.toThrow('did not answer in time');
    const closed = openRangeSource('http://127.0.0.1:9/planet.pmtiles', { signal, startBytes });
    await expect(closed).rejects.toThrow('cannot be reached');
  });

  it('is asked again after a failure that passes, and not when its file has changed', async () => {
    const source = await openHost();
    let failures = 2;
    host.instead = (_, response) => {
      failures -= 1;
      if (failures >= 0) response.writeHead(503).end();
      return failures >= 0;
    };
    expect(await source.read({ offset: 0, length: 7 })).toEqual(planet.subarray(0, 7));
    expect(failures).toBe(-1);
    host.put(Buffer.concat([planet, Buffer.alloc(1)]));
    host.ranges.length = 0;
    await expect(source.read({ offset: 0, length: 7 })).rejects.toThrow('has changed');
    expect(host.ranges).toHaveLength(1);
  });
});
