import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits, mapStyle, mapTilesPath } from '@fairwatch/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { testPmtiles } from '../../../testing/samples/test-pmtiles.ts';
import { useTestServer } from '../../../testing/servers/use-server.ts';
import { checkTilesFile } from './map-tiles.ts';

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

it('a MAP_TILES_FILE that cannot be used stops the start', async () => {
  await put(Buffer.from('PMTiles\u0002'.padEnd(200)), 'old.pmtiles');
  await expect(checkTilesFile(join(folder, 'old.pmtiles'))).rejects.toThrow('not a PMTiles file of version 3');
  await expect(checkTilesFile(join(folder, 'missing.pmtiles'))).rejects.toThrow(/MAP_TILES_FILE .* cannot be used/);
  await expect(checkTilesFile(join(folder, 'utrecht.pmtiles'))).resolves.toBeUndefined();
});
