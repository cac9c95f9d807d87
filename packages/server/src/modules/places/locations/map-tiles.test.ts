import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, mapStyle, mapTilesPath } from '@fairwatch/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkPmtiles } from '../../../core/pmtiles/check-pmtiles.ts';
import { testPmtiles } from '../../../testing/samples/test-pmtiles.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { demoStreetsFile } from '../demo-streets/demo-streets.ts';
import { checkTilesFile, openMapTiles } from './map-tiles.ts';

const server = useTestServer();
const bytes = testPmtiles();
const large = Buffer.concat([bytes, Buffer.alloc(limits.mapTiles.rangeBytes)]);
let folder: string;
beforeEach(async () => {
  folder = join(server.services.config.dataDir, 'maps');
  await mkdir(folder, { recursive: true });
  await put(large);
});

/** Replaces the map atomically by a rename. */
async function put(content: Uint8Array, name = 'utrecht.pmtiles'): Promise<void> {
  const made = join(folder, 'being-written');
  await writeFile(made, content);
  await rename(made, join(folder, name));
}

async function get(headers: Record<string, string>, token: string | null = server.admin.token): Promise<Response> {
  const authorization: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  return await fetch(server.url + mapTilesPath, { headers: { ...authorization, ...headers } });
}

async function codeOf(response: Response): Promise<string | undefined> {
  const { meta } = (await response.json()) as { meta: { message: { code: string }[] } };
  return meta.message[0]?.code;
}

const tilesUrl = async () => (await server.api(mapStyle, {})).envelope.data?.tilesUrl;

describe('the map of streets in DATA_DIR/maps', () => {
  it('is found without a restart, and is read in ranges', async () => {
    const first = await tilesUrl();
    expect(first).toMatch(/^\/map-tiles\/streets\.pmtiles\?version=[\w-]+$/);
    const answer = await get({ range: 'bytes=7-126' });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes 7-126/${large.length}`);
    expect(answer.headers.get('content-length')).toBe('120');
    expect(answer.headers.get('cache-control')).toMatch(/^private/);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(large.subarray(7, 127));
    // A reader that does not know the size may request more bytes than there are.
    await put(bytes);
    // Browsers keep ranges, so the address of another file is another one.
    expect(await tilesUrl()).not.toBe(first);
    const whole = await get({ range: 'bytes=0-16383' });
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes);
  });

  it('has an ETag that changes with the file', async () => {
    const etag = (await get({ range: 'bytes=0-9' })).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect((await get({ range: 'bytes=10-19' })).headers.get('etag')).toBe(etag);
    expect((await get({ range: 'bytes=0-9', 'if-none-match': etag })).status).toBe(304);
    await put(bytes);
    const changed = await get({ range: 'bytes=0-9', 'if-none-match': etag });
    expect(changed.status).toBe(206);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  it.each([
    ['no range', {}, 'range_required'],
    ['all of it', { range: 'bytes=0-' }, 'range_required'],
    ['a range that is too long', { range: `bytes=0-${limits.mapTiles.rangeBytes}` }, 'range_required'],
    ['a range beyond the end', { range: 'bytes=99999999-' }, 'range_not_satisfiable'],
  ])('refuses %s, and says how large it is', async (_, headers: Record<string, string>, code) => {
    const answer = await get(headers);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe(`bytes */${large.length}`);
    expect(await codeOf(answer)).toBe(code);
  });

  it('is for accounts that may see a map', async () => {
    const range = { range: 'bytes=0-9' };
    expect((await get(range, null)).status).toBe(401);
    expect((await get(range, 'x'.repeat(43))).status).toBe(401);
    const other = await server.createAdmin({ access: { CONTACTS: 'FULL_ACCESS' } });
    expect((await get(range, other.token)).status).toBe(403);
    const reader = await server.createAdmin({ access: { LOCATION: 'READ_ONLY' } });
    expect((await get(range, reader.token)).status).toBe(206);
  });

  it('is left out when it is no PMTiles file, and the log says so', async () => {
    await put(Buffer.from('<html>404 Not Found</html>'.padEnd(200)));
    expect(await tilesUrl()).toBeNull();
    expect((await get({ range: 'bytes=0-9' })).status).toBe(404);
    expect(server.logLines.some((line) => line.includes('map_tiles.unreadable'))).toBe(true);
  });
});

/** The size of the file that is served with this many simulated phones. */
async function sizeServed({
  demoDevices,
  dataDir,
}: {
  demoDevices: number | null;
  dataDir: string;
}): Promise<number | null> {
  const { config, ...services } = server.services;
  const tiles = await openMapTiles({ ...services, config: { ...config, demoDevices, dataDir } });
  await tiles?.close();
  return tiles && tiles.size;
}

describe('the streets of the demo', () => {
  it('are shown with simulated phones alone, unless the owner has a map', async () => {
    const { dataDir } = server.services.config;
    const withoutMap = join(dataDir, 'without-map');
    const { size } = await stat(demoStreetsFile);
    expect(await sizeServed({ demoDevices: null, dataDir: withoutMap })).toBe(size);
    expect(await sizeServed({ demoDevices: 12, dataDir: withoutMap })).toBe(size);
    expect(await sizeServed({ demoDevices: 0, dataDir: withoutMap })).toBeNull();
    expect(await sizeServed({ demoDevices: 12, dataDir })).toBe(large.length);
  });

  it('are a small whole file with an attribution, the towns of the demo and every layer that we draw', async () => {
    const { header, metadata } = await checkPmtiles(demoStreetsFile);
    expect((await stat(demoStreetsFile)).size).toBeLessThan(1_000_000);
    expect(metadata['attribution']).toContain('https://www.openstreetmap.org/copyright');
    expect(metadata['attribution']).toContain('© OpenStreetMap contributors');
    const layers = (metadata['vector_layers'] as { id: string }[]).map(({ id }) => id);
    expect(layers.sort()).toEqual(['boundaries', 'buildings', 'earth', 'landuse', 'places', 'pois', 'roads', 'water']);
    const towns = [
      [47.141, 9.521],
      [47.165, 9.509],
      [47.068, 9.502],
    ] as const;
    const { west, south, east, north } = header.bounds;
    for (const [latitude, longitude] of towns) {
      expect(latitude > south && latitude < north && longitude > west && longitude < east).toBe(true);
    }
  });
});

it('a MAP_TILES_FILE that cannot be used stops the start', async () => {
  await put(Buffer.from('PMTiles\u0002'.padEnd(200)), 'old.pmtiles');
  await expect(checkTilesFile(join(folder, 'old.pmtiles'))).rejects.toThrow('not a PMTiles file of version 3');
  await expect(checkTilesFile(join(folder, 'missing.pmtiles'))).rejects.toThrow(/MAP_TILES_FILE .* cannot be used/);
  await expect(checkTilesFile(join(folder, 'utrecht.pmtiles'))).resolves.toBeUndefined();
});
