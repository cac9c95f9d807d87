import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileCapabilities, retentionList, type Capability } from '@fairwatch/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { joinDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import {
  announce,
  beginning,
  fetchContent,
  openCommand,
  sendSmall,
  sha256Of,
  testPicture,
  contentTicketFor,
  tus,
} from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';
import { deviceTables } from '../../../device-features.ts';
import { applyRetention } from '../../device-data/retention/retention.ts';
import { connectClient, databaseOver } from '../../../core/database/connect.ts';
import { keepEveryBlob } from './blobs.store.ts';
import { sweepFiles } from './sweep-files.ts';

let server: TestServer;
let device: TestDevice;
let picture: Buffer;
let seed = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await joinDevice(server);
  picture = await testPicture((seed += 1));
});

async function send(from = device, type: Parameters<typeof openCommand>[2] = 'UPDATE_GALLERY'): Promise<string> {
  const commandId = await openCommand(server, from, type);
  const { error } = await sendSmall(server, from, picture, announce(picture, commandId));
  expect(error).toBe('');
  return sha256Of(picture);
}

/** Counts the files of a blob on disk. */
async function onDisk(sha256: string): Promise<number> {
  const folder = join(server.services.config.dataDir, 'blobs', sha256.slice(0, 2), sha256.slice(2, 4));
  return (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(sha256)).length;
}
const rows = async (table: 'blobs' | 'device_blobs', sha256: string) =>
  (await sql`select from ${sql.id(table)} where sha256 = ${sha256}`.execute(server.services.db)).rows.length;
const age = (days: number, capability: Capability) =>
  sql`update device_blobs set received_at = now() - ${days} * interval '1 day'
    where device_id = ${device.deviceId} and capability = ${capability}`.execute(server.services.db);
const retain = () => applyRetention(server.services, deviceTables, { pauseMs: 0 });
const sweep = () => sweepFiles(server.services);

describe('the days of files', () => {
  it('are those of what they came under, and shown in plain words', async () => {
    const { envelope } = await server.api(retentionList, {});
    const kinds = envelope.data.filter(({ kind }) => kind.startsWith('files.'));
    expect(Object.fromEntries(kinds.map(({ kind, defaultDays }) => [kind, defaultDays]))).toEqual({
      'files.gallery': 90,
      'files.files': 90,
      'files.apps': 90,
      'files.camera': 30,
      'files.microphone': 30,
      'files.call_recording': 30,
    });
    expect(kinds).toHaveLength(fileCapabilities.length);
    for (const { title, covers } of kinds) expect(`${title} ${covers}`).not.toMatch(/[A-Z]{2}|_/);
  });

  it('end with the file, row and bytes, and with no other', async () => {
    const sha256 = await send();
    await send(device, 'CAPTURE_PHOTO');
    await age(89, 'GALLERY');
    await age(31, 'CAMERA');
    await retain();
    await sweep();
    expect([await rows('device_blobs', sha256), await onDisk(sha256)]).toEqual([1, 2]);
    await age(91, 'GALLERY');
    await retain();
    expect(await rows('device_blobs', sha256)).toBe(0);
    expect(await onDisk(sha256)).toBe(2);
    await sweep();
    expect([await rows('blobs', sha256), await onDisk(sha256)]).toEqual([0, 0]);
  });

  it('of one device do not end those of another', async () => {
    const other = await joinDevice(server);
    const sha256 = await send();
    await send(other);
    await age(91, 'GALLERY');
    await retain();
    await sweep();
    expect([await rows('device_blobs', sha256), await rows('blobs', sha256), await onDisk(sha256)]).toEqual([1, 1, 2]);
    const ticket = await contentTicketFor(server, server.admin, { deviceId: other.deviceId, capability: 'GALLERY' });
    expect((await fetchContent(server, { ticket, sha256 })).status).toBe(200);
  });
});

describe('the files of a person who leaves', () => {
  it('are deleted at once, those on their way too', async () => {
    const sha256 = await send();
    const commandId = await openCommand(server, device);
    const large = beginning(1000, announce(Buffer.from('large'), commandId));
    const { url } = await tus(server, device.token, { method: 'POST', headers: large });
    const client = startDevice(server, device, { collectors: {} });
    await client.leave();
    expect(await rows('device_blobs', sha256)).toBe(0);
    expect((await tus(server, device.token, { method: 'HEAD', url })).status).toBe(401);
    // They are deleted at once, not by the housekeeping of the next minute.
    await vi.waitFor(async () => expect(await onDisk(sha256)).toBe(0));
    const uploads = () => readdir(join(server.services.config.dataDir, 'uploads'));
    await vi.waitFor(async () => expect(await uploads()).toEqual([]));
  });

  it('stay where another device sent the same', async () => {
    const other = await joinDevice(server);
    const sha256 = await send();
    await send(other);
    await startDevice(server, device, { collectors: {} }).leave();
    await sweep();
    expect([await rows('device_blobs', sha256), await onDisk(sha256)]).toEqual([1, 2]);
  });
});

/** Removes the owner of the picture's blob, with its bytes still on disk. */
async function orphan(): Promise<string> {
  const sha256 = await send();
  await sql`delete from device_blobs where sha256 = ${sha256}`.execute(server.services.db);
  return sha256;
}

describe('blobs that no row refers to', () => {
  it('are taken over by an upload of the same bytes before they are deleted', async () => {
    const sha256 = await orphan();
    await send();
    await sweep();
    expect([await rows('blobs', sha256), await onDisk(sha256)]).toEqual([1, 2]);
  });

  it('are left alone while an upload holds them', async () => {
    const sha256 = await orphan();
    const { db } = server.services;
    await db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(5274303, hashtext(${sha256}))`.execute(transaction);
      await sweep();
      expect(await onDisk(sha256)).toBe(2);
    });
    await sweep();
    expect(await onDisk(sha256)).toBe(0);
  });

  it('stay while a backup is made, and go afterwards', async () => {
    const sha256 = await orphan();
    const client = await connectClient({ connectionString: server.databaseUrl });
    expect(await keepEveryBlob(databaseOver(client))).toBe(true);
    await sweep();
    expect([await rows('blobs', sha256), await onDisk(sha256)]).toEqual([1, 2]);
    await client.end();
    await vi.waitFor(async () => {
      await sweep();
      expect([await rows('blobs', sha256), await onDisk(sha256)]).toEqual([0, 0]);
    });
  });

  it('go in steps, however many there are', async () => {
    const { db } = server.services;
    await sql`insert into blobs (sha256, stored_as, size, mime_type, thumbnail)
      select encode(sha256(n::text::bytea), 'hex'), encode(sha256(n::text::bytea), 'hex'), 1, 'text/plain', false from generate_series(1, 250) n`.execute(
      db,
    );
    await sweep();
    const { rows: left } = await sql`select from blobs where mime_type = 'text/plain'`.execute(db);
    expect(left).toEqual([]);
  });
});
