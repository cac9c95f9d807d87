import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  cancelMapData,
  estimateMapData,
  fetchMapData,
  loadMapData,
  mapStyle,
  mapTilesPath,
  removeMapData,
} from '@fairwatch/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startRangeServer, type RangeServer } from '../../../testing/servers/range-server.ts';
import { testPlanet } from '../../../testing/samples/test-planet.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { plainAttribution } from './attribution.ts';

const area = { west: 4.9, south: 51.9, east: 9.3, north: 54.2 };
const wanted = { area, detail: 'HOUSES' } as const;

let planet: Buffer;
let host: RangeServer;
let server: TestServer;
beforeAll(async () => {
  planet = await testPlanet();
  host = await startRangeServer(planet);
  server = await startTestServer({ mapSourceUrl: host.url });
});
afterEach(async () => {
  host.instead = () => false;
  host.put(planet);
  await server.api(cancelMapData, {});
  await server.api(removeMapData, {});
});
afterAll(async () => {
  await server.close();
  await host.close();
});

const state = async () => (await server.api(loadMapData, {})).envelope.data;
const workState = async () => (await state()).work?.state;
const tilesUrl = async () => (await server.api(mapStyle, {})).envelope.data.tilesUrl;
const codeOf = ({ envelope }: Awaited<ReturnType<TestServer['api']>>) => envelope.meta.message[0]?.code;

async function startOfMap(): Promise<string> {
  const headers = { authorization: `Bearer ${server.admin.token}`, range: 'bytes=0-6' };
  return await (await fetch(server.url + mapTilesPath, { headers })).text();
}

describe('map data', () => {
  it('asks nobody before it is told to, says the size, is fetched, used at once and removed', async () => {
    host.ranges.length = 0;
    expect(await state()).toMatchObject({ shown: 'NONE', chosen: null, sourceHost: new URL(host.url).host });
    expect(host.ranges).toEqual([]);
    const { data: size } = (await server.api(estimateMapData, wanted)).envelope;
    expect(size.host).toBe(new URL(host.url).host);

    expect((await server.api(fetchMapData, wanted)).status).toBe(200);
    await expect.poll(workState).toBe('DONE');
    const { shown, chosen } = await state();
    expect(shown).toBe('CHOSEN');
    expect(chosen).toMatchObject({
      area,
      maxZoom: 5,
      bytes: size.bytes,
      attribution: 'Test mappers',
      isThere: true,
      chosenBy: server.admin.username,
    });
    const first = await tilesUrl();
    expect(first).toMatch(/\?version=[\w-]+$/);
    expect(await startOfMap()).toBe('PMTiles');

    // Another one replaces it, at another address, and leaves no file behind.
    await server.api(fetchMapData, { area, detail: 'MAIN_ROADS' });
    await expect.poll(tilesUrl).not.toBe(first);
    const maps = join(server.services.config.dataDir, 'maps');
    await expect.poll(() => readdir(join(maps, 'chosen'))).toHaveLength(1);

    await server.api(removeMapData, {});
    expect(await state()).toMatchObject({ shown: 'NONE', chosen: null });
    expect(await readdir(join(maps, 'chosen'))).toEqual([]);
    expect(await tilesUrl()).toBeNull();
    const changes = await server.services.db.selectFrom('settings_changes').select('key').execute();
    expect(changes.filter(({ key }) => key === 'map-data').length).toBeGreaterThanOrEqual(3);
  });

  it('is fetched one at a time, and can be cancelled', async () => {
    host.instead = () => true;
    await server.api(fetchMapData, wanted);
    await expect.poll(() => host.ranges.length).toBeGreaterThan(0);
    const second = await server.api(fetchMapData, wanted);
    expect([second.status, codeOf(second)]).toEqual([409, 'map_work_running']);
    const { work } = (await server.api(cancelMapData, {})).envelope.data;
    expect(work).toMatchObject({ state: 'CANCELLED', startedBy: server.admin.username });
    host.instead = () => false;
    await server.api(fetchMapData, wanted);
    await expect.poll(workState).toBe('DONE');
  });

  it('goes on after its server has stopped', async () => {
    const { dataDir } = server.services.config;
    const options = { beside: server, mapSourceUrl: host.url };
    const first = await startTestServer({ ...options, dataDir: join(dataDir, 'first') });
    // Only the tiles are waited for.
    host.instead = ({ headers }) => headers.range?.startsWith('bytes=0-') === false;
    host.ranges.length = 0;
    await first.api(fetchMapData, wanted);
    await expect.poll(() => host.ranges.length).toBeGreaterThan(1);
    await first.close();
    expect(await workState()).toBe('RUNNING');
    host.instead = () => false;
    const second = await startTestServer({ ...options, dataDir: join(dataDir, 'first') });
    await expect.poll(workState).toBe('DONE');
    await second.close();
  });

  it('says in words why it cannot be had, and the map before stays', async () => {
    await server.api(fetchMapData, wanted);
    await expect.poll(workState).toBe('DONE');
    const before = await tilesUrl();
    host.put(Buffer.from('<html>not a map</html>'.padEnd(200)));
    const refused = await server.api(estimateMapData, wanted);
    expect([refused.status, codeOf(refused)]).toEqual([424, 'map_source_failed']);
    await server.api(fetchMapData, wanted);
    await expect.poll(workState).toBe('FAILED');
    expect((await state()).work?.problem).toMatch(/^The map could not be read from .* It is not a PMTiles file/);
    expect(await tilesUrl()).toBe(before);
    const empty = { area: { west: 0, south: 84, east: 1, north: 84.5 }, detail: 'HOUSES' } as const;
    host.put(planet);
    expect((await server.api(estimateMapData, empty)).status).toBe(200);
  });

  it('refuses an area that is none', async () => {
    const turned = { area: { ...area, west: 10 }, detail: 'HOUSES' } as const;
    expect((await server.api(estimateMapData, turned)).status).toBe(400);
  });

  it('is not fetched where the owner has switched it off, or set another map', async () => {
    const off = await startTestServer({ beside: server, mapSourceUrl: null });
    try {
      expect((await off.api(loadMapData, {})).envelope.data.sourceHost).toBeNull();
      expect(codeOf(await off.api(estimateMapData, wanted))).toBe('map_source_off');
      expect(codeOf(await off.api(fetchMapData, wanted))).toBe('map_source_off');
    } finally {
      await off.close();
    }
    const styled = await startTestServer({
      beside: server,
      mapSourceUrl: host.url,
      mapStyleUrl: 'https://maps.example.org',
    });
    try {
      expect((await styled.api(loadMapData, {})).envelope.data.shown).toBe('MAP_STYLE_URL');
      expect(codeOf(await styled.api(fetchMapData, wanted))).toBe('map_fixed');
    } finally {
      await styled.close();
    }
  });
});

it('the attribution of a map is told without its markup', () => {
  const attribution = '<a href="javascript:alert(1)">Some&amp;one</a> &copy; <img src=x onerror=alert(1)>2026 <b';
  expect(plainAttribution({ attribution })).toBe('Some&one © 2026');
  expect(plainAttribution({ attribution: ['x'] })).toBe('');
});
