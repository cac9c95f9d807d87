import sharp from 'sharp';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TakenFrame } from '../../core/live-view/live-view-source.ts';
import { seededRandom } from '../../fake/random.ts';
import { fakeLiveView } from './live-view.fake.ts';

beforeEach(
  () =>
    void vi.useFakeTimers({
      now: Date.parse('2026-11-18T12:00:00Z'),
      toFake: ['setInterval', 'clearInterval', 'Date'],
    }),
);
afterEach(() => void vi.useRealTimers());

async function opened(camera: 'FRONT' | 'BACK' = 'BACK') {
  const open = fakeLiveView(seededRandom('anna'), Date.now);
  const source = await open({
    params: { camera, minutes: 1, sound: false },
    requestedBy: 'maria',
    reason: null,
    until: new Date(Date.now() + 60_000),
    signal: new AbortController().signal,
    onLost: () => undefined,
  });
  const frames: TakenFrame[] = [];
  let arrived = Promise.withResolvers<void>();
  const take = async () => {
    arrived = Promise.withResolvers();
    source.take((frame) => {
      frames.push(frame);
      arrived.resolve();
    });
    await arrived.promise;
  };
  /** Lets the time of one picture pass, and waits until it is drawn. */
  const next = async () => {
    arrived = Promise.withResolvers();
    vi.advanceTimersByTime(200);
    await arrived.promise;
  };
  return { source, frames, next, take };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('takes five different pictures a second, each of them small and whole', async () => {
  const { source, frames, next, take } = await opened('FRONT');
  await take();
  for (let place = 0; place < 5; place += 1) await next();
  expect(frames.map(({ takenMs }) => takenMs)).toEqual([0, 200, 400, 600, 800, 1000]);
  expect(new Set(frames.map(({ payload }) => Buffer.from(payload).toString('base64'))).size).toBe(6);
  for (const frame of frames) {
    expect(frame).toMatchObject({ codec: 'JPEG', isKey: true, camera: 'FRONT' });
    expect(frame.payload.length).toBeLessThan(30_000);
    expect(await sharp(frame.payload).metadata()).toMatchObject({ format: 'jpeg', width: 320, height: 240 });
  }
  source.close();
});

it('takes none when nobody watches, and none after its end', async () => {
  const { source, frames, take, next } = await opened();
  expect(vi.getTimerCount()).toBe(0);
  await take();
  await next();
  source.stopTaking();
  expect(vi.getTimerCount()).toBe(0);
  await take();
  await next();
  source.close();
  const { length } = frames;
  vi.advanceTimersByTime(5000);
  await turn();
  expect(frames).toHaveLength(length);
});

it('takes fewer when fewer bytes a second are wanted', async () => {
  const { source, frames, take, next } = await opened();
  await take();
  const bytes = frames[0]?.payload.length ?? 0;
  // About one a second.
  source.setRate(bytes * 1.1);
  await next();
  for (let place = 0; place < 4; place += 1) {
    vi.advanceTimersByTime(200);
    await turn();
  }
  expect(frames).toHaveLength(2);
  await next();
  expect(frames).toHaveLength(3);
  source.close();
});

it('keeps a larger picture of the same scene', async () => {
  const { source } = await opened();
  const still = await source.still();
  const bytes = 'bytes' in still ? still.bytes : new Uint8Array();
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1280, height: 960 });
});
