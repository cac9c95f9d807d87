import {
  contentUrl,
  gallery,
  galleryAlbums,
  galleryDays,
  galleryFetch,
  galleryFetchHistory,
  galleryLinks,
  keysOf,
  offersWithout,
  type Command,
  type GalleryItem,
  type StepType,
} from '@fairwatch/contract';
import { forEachFile, type Acts, type DeviceClient, type RowOf, type Work } from '@fairwatch/device';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyRetention } from '../retention/retention.ts';
import { deviceTables } from '../../../device-features.ts';
import { awaitStatus, joinDevice, startDevice, type TestDevice } from '../../../testing/test-device.ts';
import { sha256Of, testPicture } from '../../../testing/samples/test-files.ts';
import { startTestServer, type TestServer } from '../../../testing/servers/test-server.ts';

type Row = RowOf<'gallery'>;

const patience = { interval: 30 };

let server: TestServer;
let device: TestDevice;
let client: DeviceClient | undefined;
let original: Buffer;

beforeAll(async () => {
  server = await startTestServer();
  original = await testPicture(7, 1600, 1200);
});
afterAll(() => server.close());
beforeEach(async () => {
  device = await joinDevice(server);
});
afterEach(() => client?.stop());

function photo(key: string, changes: Partial<Row> = {}): Row {
  return {
    key,
    kind: 'PHOTO',
    fileName: `IMG_${key}.jpg`,
    album: 'Camera',
    mimeType: 'image/jpeg',
    width: 1600,
    height: 1200,
    durationMs: null,
    size: original.length,
    takenAt: '2026-07-14T10:00:00.000Z',
    previewHash: null,
    ...changes,
  };
}

/** Connects the real device client with these photos and a preview for each. */
async function connect(rows: () => readonly Row[], fetch?: Acts['FETCH_MEDIA']): Promise<void> {
  client = startDevice(server, device, {
    collectors: {
      gallery: async (work) => {
        const sent: Row[] = [];
        for (const row of rows()) {
          const bytes = await testPicture(row.key.charCodeAt(0), 480, 360);
          sent.push({ ...row, previewHash: (await work?.upload({ mimeType: 'image/jpeg', bytes })) ?? null });
        }
        return sent;
      },
    },
    acts: { FETCH_MEDIA: fetch ?? (async (_, work) => sendOriginal(work)) },
    offers: offersWithout({}),
  });
  await awaitStatus(server, device.deviceId, 'Online');
}

async function sendOriginal(work: Work): Promise<[]> {
  await work.upload({ mimeType: 'image/jpeg', bytes: original });
  return [];
}

async function awaitEnd(
  history: typeof gallery.history | typeof galleryFetchHistory,
  step: StepType,
): Promise<Command> {
  return await vi.waitFor(async () => {
    const { envelope } = await server.api(history, { deviceId: device.deviceId });
    expect(envelope.data[0]?.stepType).toBe(step);
    return envelope.data[0] as Command;
  }, patience);
}

async function update(): Promise<void> {
  await server.api(gallery.update, { deviceId: device.deviceId });
  await awaitEnd(gallery.history, 'DONE');
}

async function items(filter: Record<string, unknown> = {}): Promise<GalleryItem[]> {
  const { envelope } = await server.api(gallery.list, { deviceId: device.deviceId, filter });
  return envelope.data;
}

async function fetchItem(item: GalleryItem | undefined) {
  return await server.api(galleryFetch, { deviceId: device.deviceId, itemId: item?.id ?? 0 });
}

async function load(sha256: string, variant: 'thumbnail' | 'full' = 'full', headers: Record<string, string> = {}) {
  const { envelope } = await server.api(galleryLinks, { deviceId: device.deviceId });
  return await fetch(new URL(contentUrl({ ticket: envelope.data.ticket, sha256, variant }), server.url), { headers });
}

describe('an Update of the gallery', () => {
  it('[SPEC 2.93, 2.94] brings photos and videos, each with a preview that can be seen', async () => {
    await connect(() => [photo('a'), photo('b', { kind: 'VIDEO', mimeType: 'video/webm', durationMs: 4000 })]);
    await update();
    expect((await items({ kind: 'PHOTO' })).map(({ fileName }) => fileName)).toEqual(['IMG_a.jpg']);
    const [video] = await items({ kind: 'VIDEO' });
    expect(video).toMatchObject({ fileName: 'IMG_b.jpg', durationMs: 4000, fileHash: null });
    const preview = await load(video?.previewHash ?? '', 'thumbnail');
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
  });

  it('sends no preview twice, and forgets the files of what the person has deleted', async () => {
    let rows = [photo('a'), photo('b')];
    await connect(() => rows);
    await update();
    const known = (await items()).map(({ previewHash }) => previewHash);
    await fetchItem((await items()).find(({ fileName }) => fileName === 'IMG_b.jpg'));
    await awaitEnd(galleryFetchHistory, 'DONE');
    const stored = async () => {
      const { rows: found } = await sql<{ count: number }>`
        select count(*)::int as count from blobs b join device_blobs d using (sha256)
        where d.device_id = ${device.deviceId}`.execute(server.services.db);
      return found[0]?.count;
    };
    expect(await stored()).toBe(3);
    rows = [photo('a')];
    await update();
    const [left, ...more] = await items();
    expect(more).toEqual([]);
    expect(known).toContain(left?.previewHash);
    const { rows: sent } = await sql`
      select id from uploads where device_id = ${device.deviceId} and sha256 = ${left?.previewHash}`.execute(
      server.services.db,
    );
    expect(sent).toHaveLength(1);
    expect(await stored()).toBe(1);
    expect((await load(sha256Of(original))).status).toBe(404);
  });
});

describe('one in full', () => {
  it('comes when it is asked for, with the same bytes, and the list says so', async () => {
    await connect(() => [photo('a'), photo('b', { takenAt: '2026-07-13T10:00:00.000Z' })]);
    await update();
    const [item] = await items();
    const asked = await fetchItem(item);
    expect(asked.envelope.data).toMatchObject({ commandTypeEnum: 'FETCH_MEDIA', stepType: 'QUEUED' });
    await awaitEnd(galleryFetchHistory, 'DONE');
    expect((await items()).map(({ fileHash }) => fileHash)).toEqual([sha256Of(original), null]);
    const answer = await load(sha256Of(original));
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(original);
    const part = await load(sha256Of(original), 'full', { range: 'bytes=10-19' });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, original.subarray(10, 20)]);
    // An Update keeps the original until the photo changes.
    await update();
    expect((await items())[0]?.fileHash).toBe(sha256Of(original));
  });

  it('is no longer the original of a photo that has changed since', async () => {
    let size = original.length;
    await connect(() => [photo('a', { size })]);
    await update();
    await fetchItem((await items())[0]);
    await awaitEnd(galleryFetchHistory, 'DONE');
    expect((await items())[0]?.fileHash).toBe(sha256Of(original));
    size += 1;
    await update();
    expect((await items())[0]?.fileHash).toBeNull();
    expect((await load(sha256Of(original))).status).toBe(404);
  });

  it('tells how far it is, can be cancelled, and blocks other commands until then', async () => {
    const stopped = Promise.withResolvers<void>();
    await connect(
      () => [photo('a')],
      async (_, work) => {
        work.report(40);
        work.signal.addEventListener('abort', () => stopped.resolve());
        return await new Promise<never>(() => {});
      },
    );
    await update();
    const [item] = await items();
    const { envelope } = await fetchItem(item);
    const running = await awaitEnd(galleryFetchHistory, 'RUNNING');
    expect(running.id).toBe(envelope.data.id);
    await vi.waitFor(async () => {
      const history = await server.api(galleryFetchHistory, { deviceId: device.deviceId });
      expect(history.envelope.data[0]?.progress).toBe(40);
    }, patience);
    expect((await fetchItem(item)).errorCode).toBe('commands_pending');
    await client?.pause();
    await stopped.promise;
    await awaitEnd(galleryFetchHistory, 'CANCELLED');
    await client?.resume();
    expect((await items())[0]?.fileHash).toBeNull();
  });

  it('fails in the device’s words when it cannot be sent', async () => {
    await connect(
      () => [photo('a')],
      async () => {
        throw new Error('This file is no longer on the device.');
      },
    );
    await update();
    await fetchItem((await items())[0]);
    const failed = await awaitEnd(galleryFetchHistory, 'FAILED');
    expect(failed.errorDetails).toBe('This file is no longer on the device.');
  });

  it('fails when the device says that it is done and sent nothing', async () => {
    await connect(
      () => [photo('a')],
      async () => [],
    );
    await update();
    await fetchItem((await items())[0]);
    const failed = await awaitEnd(galleryFetchHistory, 'FAILED');
    expect(failed.errorDetails).toBe('The device sent no photo or video.');
  });

  it('is not asked for by those who only read, of nothing, nor of another device', async () => {
    await connect(() => [photo('a')]);
    await update();
    const [item] = await items();
    const reader = await server.createAdmin({ access: { GALLERY: 'READ_ONLY' }, role: 'ADMIN' });
    await server.services.db
      .insertInto('device_assignments')
      .values({ user_id: reader.userId, device_id: device.deviceId })
      .execute();
    const input = { deviceId: device.deviceId, itemId: item?.id ?? 0 };
    expect((await server.api(galleryFetch, input, reader.token)).errorCode).toBe('not_allowed');
    expect((await server.api(galleryLinks, { deviceId: device.deviceId }, reader.token)).status).toBe(200);
    expect((await server.api(galleryFetch, { ...input, itemId: 999_999 })).errorCode).toBe('file_not_found');
    const other = await joinDevice(server);
    expect((await server.api(galleryFetch, { ...input, deviceId: other.deviceId })).errorCode).toBe('file_not_found');
  });
});

const gone = 'This photo or video is no longer shared.';
/** Sends each original but those with these keys. */
const fetchAllBut =
  (...lost: string[]): Acts['FETCH_MEDIA'] =>
  (params, work) =>
    forEachFile(keysOf(params), work, async (key, { upload }) => {
      if (lost.includes(key)) throw new Error(gone);
      const bytes = await pictureOf(key);
      return { key, sha256: await upload({ mimeType: 'image/jpeg', bytes }) };
    });
const sized = async (key: string, takenAt: string) => photo(key, { takenAt, size: (await pictureOf(key)).length });

async function fetchAll(): Promise<void> {
  const all = await items();
  const { envelope } = await server.api(galleryFetch, {
    deviceId: device.deviceId,
    itemIds: all.map(({ id }) => id),
  });
  expect(envelope.data.details).toMatchObject({ object: all.map(({ fileName }) => fileName).join(', '), count: 3 });
}

/** The bytes of the photo with this key. */
function pictureOf(key: string): Promise<Buffer> {
  return testPicture(key.charCodeAt(0), 1600, 1200);
}

const askFor = (itemIds: number[]) => server.api(galleryFetch, { deviceId: device.deviceId, itemIds });

describe('several in full', () => {
  it('come with one command, each to its item, and the error names those that do not', async () => {
    const rows = [
      await sized('a', '2026-07-14T10:00:00.000Z'),
      await sized('b', '2026-07-13T10:00:00.000Z'),
      await sized('c', '2026-07-12T10:00:00.000Z'),
    ];
    await connect(() => rows, fetchAllBut('b'));
    await update();
    await fetchAll();
    expect((await awaitEnd(galleryFetchHistory, 'DONE')).errorDetails).toBe(`1 of 3 failed: IMG_b.jpg: ${gone}`);
    const [first, last] = [sha256Of(await pictureOf('a')), sha256Of(await pictureOf('c'))];
    expect((await items()).map(({ fileHash }) => fileHash)).toEqual([first, null, last]);
  });

  it('are refused when the device does not tell which file is which', async () => {
    const rows = await Promise.all(['a', 'b', 'c'].map((key) => sized(key, '2026-07-14T10:00:00.000Z')));
    await connect(
      () => rows,
      async (params, work) => {
        const [key = ''] = keysOf(params);
        const bytes = await pictureOf(key);
        return [{ key, sha256: await work.upload({ mimeType: 'image/jpeg', bytes }) }];
      },
    );
    await update();
    await fetchAll();
    const failed = await awaitEnd(galleryFetchHistory, 'FAILED');
    expect(failed.errorDetails).toBe('The device did not say what became of each file.');
    expect((await items()).map(({ fileHash }) => fileHash)).toEqual([null, null, null]);
  });

  it('are refused when one of them is not in the list, or there are too many', async () => {
    await connect(() => [photo('a')]);
    await update();
    const [item] = await items();
    expect((await askFor([item?.id ?? 0, 999_999])).errorCode).toBe('file_not_found');
    expect((await askFor(Array.from({ length: 51 }, (_, place) => place + 1))).errorCode).toBe('invalid_input');
    expect((await askFor([item?.id ?? 0, item?.id ?? 0])).envelope.data.details).toMatchObject({ object: 'IMG_a.jpg' });
    await awaitEnd(galleryFetchHistory, 'DONE');
    expect((await items())[0]?.fileHash).toBe(sha256Of(original));
  });
});

async function days(input: object) {
  const { envelope } = await server.api(galleryDays, { deviceId: device.deviceId, timeZone: 'UTC', ...input });
  return envelope.data;
}

describe('days and albums', () => {
  beforeEach(async () => {
    await connect(() => [
      photo('a', { takenAt: '2026-07-14T23:30:00.000Z' }),
      photo('b', { takenAt: '2026-07-14T10:00:00.000Z', album: 'Shared' }),
      photo('c', { takenAt: '2026-05-01T10:00:00.000Z' }),
      photo('d', { takenAt: '2026-05-01T10:00:00.000Z', kind: 'VIDEO' }),
    ]);
    await update();
  });

  it('are counted in the time zone of the viewer, newest first', async () => {
    expect(await days({})).toEqual([
      { day: '2026-07-14', count: 2 },
      { day: '2026-05-01', count: 2 },
    ]);
    expect(await days({ timeZone: 'Europe/Paris' })).toEqual([
      { day: '2026-07-15', count: 1 },
      { day: '2026-07-14', count: 1 },
      { day: '2026-05-01', count: 2 },
    ]);
  });

  it('are narrowed like the list', async () => {
    expect(await days({ filter: { kind: 'VIDEO' } })).toEqual([{ day: '2026-05-01', count: 1 }]);
    expect(await days({ filter: { album: 'Shared' } })).toEqual([{ day: '2026-07-14', count: 1 }]);
    expect(await days({ search: 'img_c' })).toEqual([{ day: '2026-05-01', count: 1 }]);
    expect(await days({ filter: { from: '2026-07-14T12:00:00Z' } })).toEqual([{ day: '2026-07-14', count: 1 }]);
    const { envelope } = await server.api(galleryAlbums, { deviceId: device.deviceId, kind: 'PHOTO' });
    expect(envelope.data).toEqual([
      { album: 'Camera', count: 2 },
      { album: 'Shared', count: 1 },
    ]);
  });

  it('refuse a time zone that is none', async () => {
    for (const timeZone of ['Nowhere/Land', "UTC'; drop table gallery", '']) {
      const answer = await server.api(galleryDays, { deviceId: device.deviceId, timeZone });
      expect(answer.errorCode).toBe('invalid_input');
    }
  });
});

describe('the person’s word', () => {
  it('hides every picture at once, and shows them again', async () => {
    await connect(() => [photo('a')]);
    await update();
    const [item] = await items();
    const hash = item?.previewHash ?? '';
    const { envelope } = await server.api(galleryLinks, { deviceId: device.deviceId });
    const address = new URL(contentUrl({ ticket: envelope.data.ticket, sha256: hash, variant: 'full' }), server.url);
    expect((await fetch(address)).status).toBe(200);
    const shared = client?.grants.capabilities ?? [];
    await client?.changeGrants(shared.filter((name) => name !== 'GALLERY'));
    expect((await fetch(address)).status).toBe(403);
    for (const endpoint of [gallery.list, galleryLinks] as const) {
      expect((await server.api(endpoint, { deviceId: device.deviceId })).errorCode).toBe('consent_missing');
    }
    const timeZone = 'UTC';
    expect((await server.api(galleryDays, { deviceId: device.deviceId, timeZone })).errorCode).toBe('consent_missing');
    expect((await fetchItem(item)).errorCode).toBe('consent_missing');
    await client?.changeGrants(shared);
    expect((await fetch(address)).status).toBe(200);
  });

  it('takes rows and files away for good when they leave', async () => {
    await connect(() => [photo('a')]);
    await update();
    await client?.leave();
    const { rows } = await sql`
      select device_id from gallery where device_id = ${device.deviceId}
      union all select device_id from device_blobs where device_id = ${device.deviceId}`.execute(server.services.db);
    expect(rows).toEqual([]);
  });

  it('is kept for its days: a file that has had them is no longer offered', async () => {
    await connect(() => [photo('a')]);
    await update();
    await fetchItem((await items())[0]);
    await awaitEnd(galleryFetchHistory, 'DONE');
    await sql`update device_blobs set received_at = now() - interval '100 days'
      where device_id = ${device.deviceId}`.execute(server.services.db);
    await applyRetention(server.services, deviceTables, { pauseMs: 0 });
    expect(await items()).toMatchObject([{ fileName: 'IMG_a.jpg', previewHash: null, fileHash: null }]);
  });
});
