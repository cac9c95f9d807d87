import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  cancelMapData,
  fetchMapData,
  limits,
  loadMapData,
  mapStyle,
  mapTilesPath,
  receivedOfMapData,
  removeMapData,
  uploadMapData,
} from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { firstTileId, tilePlaceOf } from '../../../core/pmtiles/tile-ids.ts';
import { writePmtiles } from '../../../core/pmtiles/write-pmtiles.ts';
import { sha256Of } from '../../../testing/samples/test-files.ts';
import { sendForm } from '../../../testing/samples/test-forms.ts';
import { startRangeServer, type RangeServer } from '../../../testing/servers/range-server.ts';
import { startTestS3 } from '../../../testing/servers/test-s3.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

let folder: string;
let map: Buffer;
let other: Buffer;
let host: RangeServer;
let server: TestServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploaded-'));
  [map, other] = [await mapOf('one'), await mapOf('two')];
  host = await startRangeServer(map);
  server = await startTestServer({ mapSourceUrl: host.url });
});
afterEach(async () => {
  host.instead = () => false;
  await server.api(cancelMapData, {});
  await server.api(removeMapData, {});
  await sql`delete from admin_uploads`.execute(server.services.db);
});
afterAll(async () => {
  await server.close();
  await host.close();
  await rm(folder, { recursive: true });
});

async function mapOf(text: string): Promise<Buffer> {
  const path = join(folder, `${text}.pmtiles`);
  await writePmtiles(path, {
    header: { tileType: 'mvt', tileCompression: 'gzip', bounds: { west: 5, south: 51, east: 9, north: 54 } },
    metadata: { attribution: `Map ${text}`, vector_layers: [] },
    tiles: Array.from({ length: firstTileId(5) }, (_, id) => ({
      ...tilePlaceOf(id),
      data: gzipSync(`${text} tile ${id}`),
    })),
  });
  return await readFile(path);
}

/** A copy with one changed byte among its tiles. */
function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  const place = copy.length - 20;
  copy.writeUInt8(copy.readUInt8(place) ^ 0xff, place);
  return copy;
}

interface Piece {
  from?: number;
  to?: number;
  at?: TestServer;
  token?: string;
  sha256?: string;
  size?: number;
}

const send = (bytes: Buffer, { from = 0, to = bytes.length, at = server, token, ...announced }: Piece = {}) =>
  sendForm(
    at,
    uploadMapData,
    { name: 'city.pmtiles', sha256: sha256Of(bytes), size: bytes.length, offset: from, ...announced },
    bytes.subarray(from, to),
    token ?? at.admin.token,
  );
const codeOf = ({ envelope }: { envelope: { meta: { message: { code?: string | undefined }[] } } }) =>
  envelope.meta.message[0]?.code;
const state = async (at = server) => (await at.api(loadMapData, {})).envelope.data;
const workState = async () => (await state()).work?.state;
const tilesUrl = async () => (await server.api(mapStyle, {})).envelope.data.tilesUrl;
const received = async (bytes: Buffer, at = server) =>
  (await at.api(receivedOfMapData, { sha256: sha256Of(bytes), size: bytes.length })).envelope.data;
const uploadFiles = () => readdir(join(server.services.config.dataDir, 'uploads'));
const mapFiles = () => readdir(join(server.services.config.dataDir, 'maps', 'chosen')).catch(() => []);

async function wholeMap(at = server): Promise<Buffer> {
  const headers = { authorization: `Bearer ${at.admin.token}`, range: 'bytes=0-999999' };
  return Buffer.from(await (await fetch(at.url + mapTilesPath, { headers })).arrayBuffer());
}

describe('a map from the computer of the owner', () => {
  it('arrives in pieces, is used at once, and the settings log says who chose it', async () => {
    const middle = 3000;
    expect((await send(map, { to: middle })).envelope.data).toEqual({ received: middle, state: null });
    expect((await received(map)).received).toBe(middle);
    const last = await send(map, { from: middle });
    expect(last.status).toBe(200);
    expect(last.envelope.data.state?.work).toMatchObject({
      fileName: 'city.pmtiles',
      startedBy: server.admin.username,
    });
    await expect.poll(workState).toBe('DONE');
    const { shown, chosen } = await state();
    expect(shown).toBe('CHOSEN');
    expect(chosen).toMatchObject({
      area: { west: 5, south: 51, east: 9, north: 54 },
      maxZoom: 4,
      bytes: map.length,
      attribution: 'Map one',
      fileName: 'city.pmtiles',
      chosenBy: server.admin.username,
      isThere: true,
    });
    expect((await wholeMap()).equals(map)).toBe(true);
    const changes = await server.services.db
      .selectFrom('settings_changes')
      .select(['after', 'changed_by_name'])
      .where('key', '=', 'map-data')
      .execute();
    expect(changes.at(-1)).toMatchObject({
      after: { sha256: sha256Of(map) },
      changed_by_name: server.admin.username,
    });
    // Nothing of the upload is left, and who missed the last answer learns that it is in use.
    expect(await uploadFiles()).toEqual([]);
    const again = await received(map);
    expect(again.received).toBe(map.length);
    expect(again.state?.shown).toBe('CHOSEN');

    // Another one replaces it.
    await send(other);
    await expect.poll(async () => (await state()).chosen?.attribution).toBe('Map two');
    await expect.poll(mapFiles).toHaveLength(1);
    expect((await wholeMap()).equals(other)).toBe(true);
  });

  it('that is bad is refused, and the map before stays', async () => {
    await send(map);
    await expect.poll(workState).toBe('DONE');
    const before = await tilesUrl();

    const page = Buffer.from('<html>not a map</html>'.padEnd(5000));
    const first = await send(page, { to: 1000 });
    expect([first.status, codeOf(first)]).toEqual([422, 'map_unreadable']);
    const short = await send(other, { to: 1000, size: other.length - 1 });
    expect([short.status, codeOf(short)]).toEqual([422, 'map_unreadable']);
    const wrong = await send(other, { sha256: sha256Of(map.subarray(1)) });
    expect([wrong.status, codeOf(wrong)]).toEqual([422, 'file_damaged']);

    const bytes = damaged(other);
    expect((await send(bytes)).status).toBe(200);
    await expect.poll(workState).toBe('FAILED');
    const { work } = await state();
    expect(work?.problem).toMatch(/^This file cannot be used as a map\. /);
    expect(await tilesUrl()).toBe(before);
    expect((await wholeMap()).equals(map)).toBe(true);
    expect(await uploadFiles()).toEqual([]);
    expect(await mapFiles()).toHaveLength(1);
  });

  it('that breaks off goes on later, and the map before stays', async () => {
    await send(map);
    await expect.poll(workState).toBe('DONE');
    await send(other, { to: 2000 });
    expect((await wholeMap()).equals(map)).toBe(true);
    const gap = await send(other, { from: 4000, to: 5000 });
    expect([gap.status, codeOf(gap)]).toEqual([409, 'upload_received']);
    await send(other, { from: (await received(other)).received });
    await expect.poll(async () => (await state()).chosen?.attribution).toBe('Map two');
  });

  it('is bounded before its first byte, and the sum of all', async () => {
    const { maxBytes } = limits.mapData;
    const large = await send(map, { to: 100, size: maxBytes + 1 });
    expect([large.status, codeOf(large)]).toEqual([413, 'file_too_large']);
    // The size that is announced counts: the oldest uploads are given up, whoever began them.
    const { db } = server.services;
    const admin = await server.createAdmin({ role: 'SUPER_ADMIN' });
    for (const [place, id] of ['older', 'newer'].entries()) {
      await sql`insert into admin_uploads (id, admin_id, sha256, size, created_at)
        values (${id}, ${admin.userId}, ${id}, ${maxBytes}, now() - ${2 - place} * interval '1 hour')`.execute(db);
    }
    const ids = async () =>
      (await sql<{ id: string }>`select id from admin_uploads order by created_at`.execute(db)).rows;
    await send(map, { to: 1000 });
    expect(await ids()).toHaveLength(3);
    await sql`update admin_uploads set size = size + ${limits.file.unfinishedInstallationBytes - 2 * maxBytes} where id = 'newer'`.execute(
      db,
    );
    await send(other, { to: 1000 });
    expect((await ids()).map(({ id }) => id)).not.toContain('older');
    expect(await ids()).toHaveLength(3);
  });

  it('is for the owner, and not where it would not be shown or another map is on its way', async () => {
    const admin = await server.createAdmin({ access: { LOCATION: 'FULL_ACCESS' } });
    expect((await send(map, { token: admin.token })).status).toBe(403);
    const styled = await startTestServer({ beside: server, mapStyleUrl: 'https://maps.example.org' });
    try {
      expect(codeOf(await send(map, { at: styled }))).toBe('map_fixed');
    } finally {
      await styled.close();
    }
    host.instead = () => true;
    await server.api(fetchMapData, { area: { west: 5, south: 51, east: 9, north: 54 }, detail: 'HOUSES' });
    const busy = await send(map, { to: 1000 });
    expect([busy.status, codeOf(busy)]).toEqual([409, 'map_work_running']);
  });

  it('is checked after a restart', async () => {
    const before = await startTestServer();
    const dataDir = join(before.services.config.dataDir, 'first');
    const id = 'a'.repeat(32);
    const upload = {
      id,
      adminId: before.admin.userId,
      deviceId: null,
      capability: null,
      sha256: sha256Of(map),
      size: map.length,
      hashed: null,
    };
    await mkdir(join(dataDir, 'uploads'), { recursive: true });
    await writeFile(join(dataDir, 'uploads', id), map);
    const { db } = before.services;
    await sql`insert into admin_uploads (id, admin_id, sha256, size)
      values (${id}, ${upload.adminId}, ${upload.sha256}, ${upload.size})`.execute(db);
    const { userId, username: startedBy } = before.admin;
    const order = { id: 'restarted', userId, startedBy, startedAt: new Date().toISOString(), finishedAt: null };
    const steps = { state: 'RUNNING', step: 'CHECKING', doneBytes: 0, totalBytes: 0, problem: null };
    const work = { ...order, ...steps, fileName: 'city.pmtiles', upload };
    await sql`insert into settings (key, value) values ('map-data.work', ${JSON.stringify(work)}::jsonb)
      on conflict (key) do update set value = excluded.value`.execute(db);
    const restarted = await startTestServer({ beside: before, dataDir });
    try {
      await expect.poll(async () => (await state(restarted)).work?.state).toBe('DONE');
      expect((await wholeMap(restarted)).equals(map)).toBe(true);
    } finally {
      await restarted.close();
      await before.close();
    }
  });
});

describe('a map from the computer of the owner, with files in S3', () => {
  it('arrives at two servers, is used by both, and leaves nothing but itself', async () => {
    const s3 = await startTestS3();
    const one = await startTestServer({ s3: s3.bucket });
    const two = await startTestServer({ s3: s3.bucket, beside: one });
    try {
      await send(map, { to: 2500, at: one });
      await send(map, { from: 2500, to: 4000, at: two, token: one.admin.token });
      await send(map, { from: 4000, at: one });
      await expect.poll(async () => (await state(two)).work?.state).toBe('DONE');
      expect((await wholeMap(one)).equals(map)).toBe(true);
      expect((await wholeMap(two)).equals(map)).toBe(true);
      await expect.poll(async () => (await s3.keys()).filter((key) => !key.startsWith('maps/'))).toEqual([]);
      const bytes = damaged(other);
      await send(bytes, { at: two });
      await expect.poll(async () => (await state(one)).work?.state).toBe('FAILED');
      expect((await wholeMap(two)).equals(map)).toBe(true);
      await expect.poll(() => s3.keys()).toHaveLength(1);
    } finally {
      await two.close();
      await one.close();
      await s3.close();
    }
  });
});
