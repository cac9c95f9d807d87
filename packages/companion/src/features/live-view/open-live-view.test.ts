import { limits } from '@fairwatch/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openFakeCamera, settled, stubEncoders } from './fake-camera-for-test.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The page is left, or the phone is locked. */
function hidePage(): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
}

describe('the pictures of a live view', () => {
  it('are taken only while they are wanted, and begin with a key frame each time', async () => {
    stubEncoders();
    const { source, take, picture, frames } = await openFakeCamera();
    await picture();
    expect(frames).toEqual([]);
    take();
    await picture();
    await picture();
    expect(frames.map(({ codec, isKey, camera }) => [codec, isKey, camera])).toEqual([
      ['VP8', true, 'BACK'],
      ['VP8', false, 'BACK'],
    ]);
    source.stopTaking();
    await picture();
    expect(frames).toHaveLength(2);
    take();
    await picture();
    expect(frames.map(({ isKey }) => isKey)).toEqual([true, false, true]);
  });

  it('have a key frame each second and when asked, and the time at which they were taken', async () => {
    stubEncoders();
    const { source, take, picture, frames } = await openFakeCamera();
    take();
    for (let count = 0; count < 12; count += 1) await picture();
    expect(frames.map(({ isKey }) => isKey)).toEqual(Array.from({ length: 12 }, (_, at) => at % 10 === 0));
    expect(frames.map(({ takenMs }) => takenMs).slice(0, 2)).toEqual([100, 200]);
    source.requestKey();
    await picture();
    expect(frames.at(-1)?.isKey).toBe(true);
  });

  it('are skipped when they come too fast or the encoder is behind, and all are closed', async () => {
    const { made } = stubEncoders();
    const { take, picture, frames } = await openFakeCamera();
    take();
    // A camera with 20 pictures a second, for 2 seconds: the first one, and 15 a second.
    for (let count = 0; count < 40; count += 1) expect(await picture(50)).toHaveBeenCalledTimes(1);
    expect(frames).toHaveLength(31);
    const [encoder] = made;
    if (encoder) encoder.encodeQueueSize = 3;
    expect(await picture()).toHaveBeenCalledTimes(1);
    expect(frames).toHaveLength(31);
  });

  it('become smaller with the rate', async () => {
    const { made } = stubEncoders();
    const { source, take, picture } = await openFakeCamera();
    source.setRate(256 * 1024);
    take();
    await picture();
    source.setRate(16 * 1024);
    await picture();
    expect(made[0]?.configs).toMatchObject([
      { width: 640, height: 360, bitrate: 1_200_000 },
      { width: 320, height: 180, bitrate: 104_858 },
    ]);
  });

  it('that fit into no message are dropped, and all after them up to a key frame', async () => {
    const { size } = stubEncoders();
    const { take, picture, frames } = await openFakeCamera();
    take();
    await picture();
    size.bytes = limits.liveView.maxFrameBytes;
    await picture();
    size.bytes = 1;
    await picture();
    expect(frames.map(({ isKey, takenMs }) => [isKey, takenMs])).toEqual([
      [true, 100],
      [true, 300],
    ]);
  });

  it('go on with the next codec when an encoder fails', async () => {
    const { made } = stubEncoders({ codecs: ['vp8', 'avc1.42E01F'] });
    const { take, picture, frames } = await openFakeCamera();
    take();
    made[0]?.fail();
    await picture();
    expect(made.map(({ state }) => state)).toEqual(['closed', 'configured']);
    expect(frames.map(({ codec, isKey }) => [codec, isKey])).toEqual([['H264', true]]);
  });

  it('are JPEGs without WebCodecs, five a second', async () => {
    const blobs = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob');
    blobs.mockImplementation((take) => take(new Blob(['picture'])));
    const { take, picture, frames } = await openFakeCamera();
    take();
    for (let count = 0; count < 6; count += 1) await picture();
    expect(frames.map(({ codec, isKey, takenMs }) => [codec, isKey, takenMs])).toEqual([
      ['JPEG', true, 100],
      ['JPEG', true, 300],
      ['JPEG', true, 500],
    ]);
    expect(new TextDecoder().decode(frames[0]?.payload)).toBe('picture');
  });
});

describe('the sound of a live view', () => {
  it('is sent when it was allowed, and stops at once when it is muted', async () => {
    stubEncoders();
    const { camera, audio, take, picture, speak, frames } = await openFakeCamera({ sound: true });
    take();
    await speak();
    await picture();
    expect(frames.map(({ codec, isMuted }) => [codec, isMuted])).toEqual([
      ['OPUS', false],
      ['VP8', false],
    ]);
    camera()?.mute(true);
    expect([audio()?.enabled, audio()?.give, camera()?.isMuted]).toEqual([false, null, true]);
    await speak();
    await picture();
    expect(frames.slice(2).map(({ codec, isMuted }) => [codec, isMuted])).toEqual([['VP8', true]]);
    camera()?.mute(false);
    await speak();
    expect(frames.at(-1)?.codec).toBe('OPUS');
  });

  it('ends with the microphone, while the pictures go on', async () => {
    stubEncoders();
    const { source, onLost, audio, camera, take, picture, frames } = await openFakeCamera({ sound: true });
    take();
    expect(camera()?.hasSound).toBe(true);
    audio()?.dispatchEvent(new Event('ended'));
    expect([camera()?.hasSound, audio()?.readyState]).toEqual([false, 'ended']);
    source.stopSound();
    await picture();
    expect(frames.map(({ codec, isMuted }) => [codec, isMuted])).toEqual([['VP8', true]]);
    expect(onLost).not.toHaveBeenCalled();
  });

  it('never switches a microphone on that was not allowed, or that this browser cannot send', async () => {
    stubEncoders();
    expect((await openFakeCamera({ sound: false })).audio()).toBeUndefined();
    vi.stubGlobal('AudioEncoder', undefined);
    expect((await openFakeCamera({ sound: true })).audio()).toBeUndefined();
  });
});

describe('the camera of a live view', () => {
  it('is turned without an end, and says which one each picture is from', async () => {
    stubEncoders();
    const { camera, opened, take, picture, frames, onLost } = await openFakeCamera();
    take();
    await picture();
    expect(camera()).toMatchObject({ canTurn: true, isMirrored: false });
    camera()?.turn();
    expect(camera()?.isTurning).toBe(true);
    await vi.waitFor(() => expect(camera()?.isTurning).toBe(false));
    expect(opened.map(({ facingMode, readyState }) => [facingMode, readyState])).toEqual([
      ['environment', 'ended'],
      ['user', 'live'],
    ]);
    expect(camera()?.isMirrored).toBe(true);
    await picture();
    expect(frames.map(({ camera: from, isKey }) => [from, isKey])).toEqual([
      ['BACK', true],
      ['FRONT', true],
    ]);
    expect(onLost).not.toHaveBeenCalled();
  });

  it('stays when the other one cannot be opened, and is lost when neither can', async () => {
    stubEncoders();
    const { camera, broken, take, picture, frames, onLost } = await openFakeCamera();
    take();
    broken.add('user');
    camera()?.turn();
    await vi.waitFor(() => expect(camera()?.problem).toContain('could not be opened'));
    await vi.waitFor(() => expect(camera()?.isTurning).toBe(false));
    await picture();
    expect(frames.at(-1)?.camera).toBe('BACK');
    broken.add('environment');
    camera()?.turn();
    await vi.waitFor(() => expect(onLost).toHaveBeenCalledWith('CAMERA_LOST'));
  });

  it('has nothing to turn to on a device with one', async () => {
    stubEncoders();
    expect((await openFakeCamera({ cameras: 1 })).camera()?.canTurn).toBe(false);
  });

  it('is lost when the page is hidden, and when it ends', async () => {
    stubEncoders();
    const first = await openFakeCamera();
    first.video()?.dispatchEvent(new Event('ended'));
    expect(first.onLost.mock.calls).toEqual([['CAMERA_LOST']]);
    const second = await openFakeCamera();
    hidePage();
    expect(second.onLost.mock.calls).toEqual([['PAGE_HIDDEN']]);
  });

  it('is not opened for a page that nobody sees', async () => {
    stubEncoders();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await expect(openFakeCamera()).rejects.toThrow('The page was left');
  });

  it('is off after the end, with the microphone, also when it was just being turned', async () => {
    stubEncoders();
    const { source, ending, opened, camera, take, picture, frames, onLost } = await openFakeCamera({ sound: true });
    take();
    camera()?.turn();
    source.close();
    ending.abort(new Error('over'));
    await settled();
    await picture();
    hidePage();
    expect(opened.every(({ readyState }) => readyState === 'ended')).toBe(true);
    expect([camera(), frames, onLost.mock.calls]).toEqual([null, [], []]);
  });
});
