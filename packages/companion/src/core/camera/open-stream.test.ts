import { describe, expect, it } from 'vitest';
import { hasSound, openStream, type WantedTracks } from './open-stream.ts';

interface FakeTrack {
  kind: 'audio' | 'video';
  readyState: MediaStreamTrackState;
  stop(): void;
}

function fakeStream(...kinds: FakeTrack['kind'][]) {
  const tracks = kinds.map((kind): FakeTrack => {
    const track: FakeTrack = { kind, readyState: 'live', stop: () => (track.readyState = 'ended') };
    return track;
  });
  const of = (kind: FakeTrack['kind']) => tracks.filter((track) => track.kind === kind);
  const stream = { getTracks: () => tracks, getVideoTracks: () => of('video'), getAudioTracks: () => of('audio') };
  return { stream: stream as unknown as MediaStream, tracks };
}

/** Fake media devices that answer each request with the next stream, or throw the next error by its name. */
function devicesOf(...answers: (MediaStream | string)[]) {
  const requests: (MediaStreamConstraints | undefined)[] = [];
  const getUserMedia = async (constraints?: MediaStreamConstraints) => {
    requests.push(constraints);
    const answer = answers.shift();
    if (answer === undefined || typeof answer === 'string') throw new DOMException('no', answer ?? 'UnknownError');
    return answer;
  };
  return { devices: { getUserMedia }, requests };
}

const signal = new AbortController().signal;
const video: WantedTracks = { camera: 'BACK', sound: true };
const voice: WantedTracks = { camera: null, sound: true };

describe('opening a camera or microphone', () => {
  it('opens the requested camera, and the microphone only when sound is shared', async () => {
    const { devices, requests } = devicesOf(fakeStream('video').stream, fakeStream('video', 'audio').stream);
    await openStream({ camera: 'FRONT', sound: false }, signal, devices);
    await openStream(video, signal, devices);
    expect(requests).toMatchObject([
      { video: { facingMode: 'user' }, audio: false },
      { video: { facingMode: 'environment' }, audio: true },
    ]);
  });

  it('refuses sound alone for a video, and stops its tracks', async () => {
    const { stream, tracks } = fakeStream('audio');
    await expect(openStream(video, signal, devicesOf(stream).devices)).rejects.toThrow('The camera gave no picture.');
    expect(tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  it('refuses a camera that has already ended, and a voice recording without sound', async () => {
    const over = fakeStream('video');
    for (const track of over.tracks) track.stop();
    await expect(openStream(video, signal, devicesOf(over.stream).devices)).rejects.toThrow('no picture');
    await expect(openStream(voice, signal, devicesOf(fakeStream().stream).devices)).rejects.toThrow('no sound');
  });

  it('records a silent video when the microphone is missing or blocked', async () => {
    const { devices, requests } = devicesOf('NotFoundError', fakeStream('video').stream);
    expect(hasSound(await openStream(video, signal, devices))).toBe(false);
    expect(requests.map((constraints) => constraints?.audio)).toEqual([true, false]);
  });

  it('stops a camera that was opened too late', async () => {
    const { stream, tracks } = fakeStream('video');
    const late = AbortSignal.abort(new Error('called off'));
    await expect(openStream(video, late, devicesOf(stream).devices)).rejects.toThrow('called off');
    expect(tracks.every(({ readyState }) => readyState === 'ended')).toBe(true);
  });

  it.each([
    ['NotAllowedError', 'does not let this page use the microphone'],
    ['NotFoundError', 'This device has no microphone.'],
    ['NotReadableError', 'in use by another app'],
    ['SomethingElse', 'The microphone could not be opened.'],
  ])('turns %s into a readable error', async (name, words) => {
    await expect(openStream(voice, signal, devicesOf(name).devices)).rejects.toThrow(words);
  });
});
