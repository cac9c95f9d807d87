import { limits, liveHeaderBytes } from '@fairwatch/contract';
import type { TakenFrame } from '@fairwatch/device/core';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { livePictureEveryMs } from '../../core/live-view/live-picture-pace.ts';
import { createLiveViewScreen } from '../../core/live-view/live-view-screen.ts';
import { createTermux } from '../../core/termux/node-termux.ts';
import { installFakeTermux } from '../../testing/fake-termux/install-fake-termux.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { jpegOf } from '../gallery/media-for-test.ts';
import { openTermuxLiveView } from './live-view.collect.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A phone whose camera is asked for a live view, with the fake programs of Termux:API. */
async function setUp({ without = [] as 'ffmpeg'[], photo = null as Buffer | null } = {}) {
  const fake = installFakeTermux(path.join(await temporaryFolder(), 'fake'));
  for (const program of without) fake.uninstall(program);
  if (photo !== null) writeFileSync(path.join(fake.phone, 'photo.jpg'), photo);
  vi.stubEnv('FAKE_TERMUX', fake.phone);
  const termux = createTermux({ searchPath: fake.env.PATH });
  const stateFolder = await temporaryFolder();
  const notes: string[] = [];
  const lost: string[] = [];
  const stops: string[] = [];
  const screen = createLiveViewScreen({
    addNote: (note) => void notes.push(note),
    stop: () => void stops.push('stop'),
  });
  const over = new AbortController();
  /** How long it waits before each next picture, which is let go by `next`. */
  const waits: { ms: number; go: () => void }[] = [];
  const frames: TakenFrame[] = [];
  const open = openTermuxLiveView({
    termux,
    stateFolder,
    screen,
    wait: async (ms, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      waits.push({ ms, go: resolve });
      await promise;
    },
  });
  const opening = open({
    params: { camera: 'FRONT', minutes: 5, sound: false },
    requestedBy: 'maria',
    reason: null,
    until: new Date(),
    signal: over.signal,
    onLost: (end) => void lost.push(end),
  });
  opening.catch(() => undefined);
  onTestFinished(async () => {
    over.abort();
    await opening.then(
      (source) => source.close(),
      () => undefined,
    );
    termux.close();
  });
  const left = () =>
    existsSync(path.join(stateFolder, 'captures')) ? readdirSync(path.join(stateFolder, 'captures')) : [];
  const opened = async () => {
    screen.onShown();
    return await opening;
  };
  const take = async () => (await opened()).take((frame) => void frames.push(frame));
  const waited = (count: number) => vi.waitFor(() => expect(waits).toHaveLength(count));
  return { fake, screen, opening, opened, take, over, waits, waited, frames, notes, lost, stops, left };
}

const photos = ({ fake }: { fake: ReturnType<typeof installFakeTermux> }) => fake.calls('termux-camera-photo');
/** More than a live picture may have. */
const large = (thumbnail?: Buffer) => {
  const head = jpegOf({ width: 4000, height: 3000, exif: thumbnail ? { thumbnail } : {} });
  return Buffer.concat([head.subarray(0, -2), Buffer.alloc(limits.liveView.maxFrameBytes), head.subarray(-2)]);
};

describe('a live view with Termux', () => {
  it('begins once its notification is on the phone, with the camera that was asked for', async () => {
    const phone = await setUp();
    expect(phone.fake.calls()).toEqual([]);
    await phone.take();
    await phone.waited(1);
    expect(photos(phone).map(({ args }) => args.slice(0, 2))).toEqual([['-c', '1']]);
    expect(phone.frames).toMatchObject([{ codec: 'JPEG', isKey: true, camera: 'FRONT', isMuted: true }]);
    expect(Buffer.from(phone.frames[0]?.payload ?? [])).toEqual(readFileSync(path.join(phone.fake.phone, 'photo.jpg')));
  });

  it('does not begin when its notification cannot be shown, or it is over before', async () => {
    const hidden = await setUp();
    hidden.screen.fail(new Error('Android refuses.'));
    await expect(hidden.opening).rejects.toThrow('Android refuses.');
    const stopped = await setUp();
    stopped.over.abort(new Error('stopped'));
    await expect(stopped.opening).rejects.toThrow('stopped');
    expect([hidden.fake.calls(), stopped.fake.calls()]).toEqual([[], []]);
  });

  it('ends when its notification cannot be shown any more', async () => {
    const phone = await setUp();
    await phone.opened();
    phone.screen.fail(new Error('Android refuses.'));
    expect([phone.stops, phone.notes]).toEqual([['stop'], ['Android refuses.']]);
  });

  it('has one picture every three seconds, until nobody watches', async () => {
    const phone = await setUp();
    await phone.take();
    for (const count of [1, 2, 3]) {
      await phone.waited(count);
      expect(phone.frames).toHaveLength(count);
      const { ms, go } = phone.waits.at(-1) ?? { ms: 0, go: () => undefined };
      expect(ms).toBeLessThanOrEqual(livePictureEveryMs);
      if (count < 3) go();
    }
    (await phone.opening).stopTaking();
    phone.waits.at(-1)?.go();
    await phone.take();
    await phone.waited(4);
    expect([photos(phone).length, phone.lost]).toEqual([4, []]);
  });

  it('leaves no file', async () => {
    const phone = await setUp();
    await phone.take();
    await phone.waited(1);
    (await phone.opening).close();
    await vi.waitFor(() => expect(phone.left()).toEqual([]));
  });

  it('ends when the camera gives an empty picture twice, and says why', async () => {
    const phone = await setUp();
    phone.fake.setMode('termux-camera-photo', 'empty');
    await phone.take();
    await phone.waited(1);
    expect(phone.lost).toEqual([]);
    phone.waits[0]?.go();
    await vi.waitFor(() => expect(phone.lost).toEqual(['CAMERA_LOST']));
    expect(phone.notes).toEqual([expect.stringContaining('The camera gave an empty picture')]);
    expect(phone.frames).toEqual([]);
  });

  it('survives one empty picture', async () => {
    const phone = await setUp();
    phone.fake.setMode('termux-camera-photo', 'empty');
    await phone.take();
    await phone.waited(1);
    phone.fake.setMode('termux-camera-photo', 'normal');
    phone.waits[0]?.go();
    await phone.waited(2);
    expect([phone.frames.length, phone.lost]).toEqual([1, []]);
  });

  it('ends the camera program that hangs when it is stopped', async () => {
    const phone = await setUp();
    phone.fake.setMode('termux-camera-photo', 'hang');
    await phone.take();
    await vi.waitFor(() => expect(photos(phone)).toHaveLength(1));
    (await phone.opening).close();
    await vi.waitFor(() => expect(phone.left()).toEqual([]));
    expect([phone.frames, phone.lost, phone.notes]).toEqual([[], [], []]);
  });

  it('keeps a photo in full size while it is live, one at a time', async () => {
    const photo = large();
    const phone = await setUp({ photo });
    await phone.take();
    const still = await (await phone.opening).still();
    expect('bytes' in still && Buffer.from(still.bytes).equals(photo)).toBe(true);
    await phone.waited(1);
    expect(photos(phone)).toHaveLength(2);
  });
});

describe('a photo that is too large to be sent live', () => {
  it('is made smaller by ffmpeg', async () => {
    const phone = await setUp({ photo: large() });
    await phone.take();
    await phone.waited(1);
    const preview = readFileSync(path.join(phone.fake.phone, 'preview.jpg'));
    expect(Buffer.from(phone.frames[0]?.payload ?? [])).toEqual(preview);
    expect(phone.fake.calls('ffmpeg')[0]?.args.join(' ')).toContain('-f jpeg_pipe');
  });

  it('is replaced by the small picture in it without ffmpeg', async () => {
    const thumbnail = jpegOf({ width: 320, height: 240 });
    const phone = await setUp({ photo: large(thumbnail), without: ['ffmpeg'] });
    await phone.take();
    await phone.waited(1);
    expect(Buffer.from(phone.frames[0]?.payload ?? [])).toEqual(thumbnail);
    expect(phone.frames[0]?.payload.length).toBeLessThan(limits.liveView.maxFrameBytes - liveHeaderBytes);
  });

  it('ends it with the reason when there is neither', async () => {
    const phone = await setUp({ photo: large(), without: ['ffmpeg'] });
    await phone.take();
    await phone.waited(1);
    phone.waits[0]?.go();
    await vi.waitFor(() => expect(phone.lost).toEqual(['CAMERA_LOST']));
    expect(phone.notes).toEqual([expect.stringContaining('pkg install ffmpeg')]);
  });
});
