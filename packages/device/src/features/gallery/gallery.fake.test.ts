import { createHash } from 'node:crypto';
import { gallery } from '@fairwatch/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fake/random.ts';
import type { OutgoingFile } from '../../core/files/upload-file.ts';
import { testWork } from '../../testing/test-work.ts';
import { fakeGallery, fakeMediaFetch } from './gallery.fake.ts';

const seeds = Array.from({ length: 10 }, (_, seed) => String(seed));
const moment = new Date('2026-11-15T12:00:00Z');
const now = () => moment;
const at = { now, bytesPerSecond: Infinity };

/** A command that keeps what is sent. */
function listen(signal: AbortSignal = new AbortController().signal) {
  const files: { mimeType: string; bytes: Uint8Array }[] = [];
  const reports: number[] = [];
  const report = (percent: number) => void reports.push(percent);
  const work = testWork({ signal, report, upload: async (file) => take(file) });
  function take(file: OutgoingFile): string {
    if (!('bytes' in file)) throw new Error('A gallery has no files on a disk.');
    files.push(file);
    return createHash('sha256').update(file.bytes).digest('hex');
  }
  return { work, files, reports };
}

describe('a fake gallery', () => {
  it('has 60 to 200 shots of two years that fit the contract, each with its own key', async () => {
    for (const seed of seeds) {
      const rows = await fakeGallery(seededRandom(seed), now)();
      expect(rows.length).toBeGreaterThanOrEqual(60);
      expect(rows.length).toBeLessThanOrEqual(200);
      expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
      for (const row of rows) expect(gallery.record.safeParse(row).success).toBe(true);
      expect(new Set(rows.map(({ album }) => album))).toEqual(new Set(['Camera', 'Screenshots', 'Shared']));
      expect(rows.filter(({ kind }) => kind === 'VIDEO').length).toBeGreaterThanOrEqual(3);
      const times = rows.map(({ takenAt }) => Date.parse(takenAt));
      expect(Math.max(...times)).toBeLessThanOrEqual(moment.getTime());
      expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(200 * 86_400_000);
    }
  });

  it('is the same after a new start, and a little older the next day', async () => {
    const [before, again] = [await fakeGallery(seededRandom('a'), now)(), await fakeGallery(seededRandom('a'), now)()];
    expect(again).toEqual(before);
    const nextDay = await fakeGallery(seededRandom('a'), () => new Date(moment.getTime() + 86_400_000))();
    const known = new Set(nextDay.map(({ key }) => key));
    expect(before.filter(({ key }) => !known.has(key)).length).toBeLessThan(12);
  });

  it('gets new photos while it lives, and can send them', async () => {
    let second = 0;
    const clock = () => new Date(moment.getTime() + (second += 1000));
    const collect = fakeGallery(seededRandom('b'), clock);
    const first = await collect();
    for (let reading = 0; reading < 12; reading += 1) await collect();
    const last = await collect();
    const fresh = last.filter(({ key }) => !first.some((row) => row.key === key));
    expect(fresh.length).toBeGreaterThan(2);
    const { work, files } = listen();
    await fakeMediaFetch(seededRandom('b'), { ...at, now: clock })({ key: fresh[0]?.key ?? '' }, work);
    expect(files[0]?.bytes.length).toBe(fresh[0]?.size);
  });

  it('sends small previews when there is somebody to send them to, and says how far it is', async () => {
    const { work, files, reports } = listen();
    const rows = await fakeGallery(seededRandom('c'), now)(work);
    expect(files).toHaveLength(rows.length);
    expect(rows.every(({ previewHash }) => previewHash !== null)).toBe(true);
    expect(reports.at(-1)).toBe(100);
    expect(reports).toEqual(reports.toSorted((one, other) => one - other));
    for (const [place, { bytes, mimeType }] of files.slice(0, 8).entries()) {
      const { format, width = 0, height = 0 } = await sharp(bytes).metadata();
      expect([format, mimeType, Math.max(width, height) <= 480]).toEqual(['jpeg', 'image/jpeg', true]);
      const row = rows[place];
      expect(width / height).toBeCloseTo((row?.width ?? 1) / (row?.height ?? 1), 1);
    }
    const repeated = listen();
    expect((await fakeGallery(seededRandom('c'), now)(repeated.work)).map(({ previewHash }) => previewHash)).toEqual(
      rows.map(({ previewHash }) => previewHash),
    );
  });

  it('stops when the command is cancelled', async () => {
    const abort = new AbortController();
    const { work, files } = listen(abort.signal);
    abort.abort();
    await expect(fakeGallery(seededRandom('d'), now)(work)).rejects.toThrow('aborted');
    expect(files).toEqual([]);
  });
});

describe('an original', () => {
  it.each([
    ['PHOTO', 'image/jpeg'],
    ['VIDEO', 'video/webm'],
  ] as const)('is what its row says: %s', async (kind, mimeType) => {
    const rows = await fakeGallery(seededRandom('e'), now)();
    const row = rows.find((candidate) => candidate.kind === kind);
    const { work, files } = listen();
    expect(await fakeMediaFetch(seededRandom('e'), at)({ key: row?.key ?? '' }, work)).toEqual([]);
    expect(files.map((file) => [file.mimeType, file.bytes.length])).toEqual([[mimeType, row?.size]]);
    expect(row?.mimeType).toBe(mimeType);
  });

  it('has the size in pixels that its row says', async () => {
    const [row] = await fakeGallery(seededRandom('f'), now)();
    const { work, files } = listen();
    await fakeMediaFetch(seededRandom('f'), at)({ key: row?.key ?? '' }, work);
    expect(await sharp(files[0]?.bytes).metadata()).toMatchObject({ width: row?.width, height: row?.height });
  });

  it('of several is sent with each key, and those that the phone does not have are named', async () => {
    const rows = (await fakeGallery(seededRandom('e'), now)()).filter(({ kind }) => kind === 'PHOTO').slice(0, 2);
    const keys = [rows[0]?.key ?? '', 'shot-1-1', rows[1]?.key ?? ''];
    const { work, files, reports } = listen();
    expect(await fakeMediaFetch(seededRandom('e'), at)({ keys }, work)).toEqual({
      rows: [keys[0], keys[2]].map((key) => ({ key, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })),
      problems: [{ index: 1, reason: 'This file is no longer on the device.' }],
    });
    expect(files.map(({ bytes }) => bytes.length)).toEqual(rows.map(({ size }) => size));
    expect(reports.at(-1)).toBe(100);
    expect(reports).toEqual(reports.toSorted((one, other) => one - other));
  });

  it('of something the phone does not have is refused in words', async () => {
    const fetching = fakeMediaFetch(seededRandom('e'), at)({ key: 'shot-1-1' }, listen().work);
    await expect(fetching).rejects.toThrow('This file is no longer on the device.');
  });
});
