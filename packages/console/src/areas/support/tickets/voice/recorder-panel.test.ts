import type { Recording, RecordingState } from '@fairwatch/look/voice';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVoiceMessage } from './recorder-panel.tsx';

/** A fake `MediaRecorder` with the methods that `Recording` uses. */
class FakeRecorder extends EventTarget {
  static readonly isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state = 'inactive';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(recordedParts) }));
    this.dispatchEvent(new Event('stop'));
  }
}

class FakeAudioContext {
  createAnalyser() {
    return { fftSize: 4, getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.25) };
  }
  createMediaStreamSource() {
    return { connect: () => {} };
  }
  async close(): Promise<void> {}
}

class FakeOfflineAudioContext {
  async decodeAudioData() {
    return { getChannelData: () => new Float32Array([0.1, 0.2]) };
  }
}

/** The recorded data; empty for a recording without data. */
let recordedParts: string[];
let microphone: () => Promise<unknown>;
let releasedTracks: number;
let recording: Recording;
const state = (): RecordingState => recording.getState();
const flush = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  recordedParts = ['sound'];
  releasedTracks = 0;
  microphone = async () => ({ getTracks: () => [{ stop: () => (releasedTracks += 1) }] });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeAudioContext);
  vi.stubGlobal('OfflineAudioContext', FakeOfflineAudioContext);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => microphone() } });
  recording = createVoiceMessage();
});
afterEach(() => {
  recording.cancel();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a voice message that is recorded', () => {
  it('reports duration and level while recording, and the waveform after the stop', async () => {
    await recording.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(state()).toMatchObject({ phase: 'recording', elapsedMs: 5000, levels: expect.arrayContaining([50]) });
    recording.stop();
    await vi.waitUntil(() => state().phase === 'recorded');
    expect(state()).toMatchObject({
      full: false,
      recorded: { name: 'voice.weba', durationMs: 5000, peaks: [50, 100] },
    });
    expect(releasedTracks).toBeGreaterThan(0);
  });

  it('[SPEC 5.11, 9.13, 9.15] ends by itself after three minutes, and is never longer', async () => {
    await recording.start();
    await vi.advanceTimersByTimeAsync(179_999);
    expect(state().phase).toBe('recording');
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitUntil(() => state().phase === 'recorded');
    expect(state()).toMatchObject({ full: true, recorded: { durationMs: 180_000 } });
    expect(releasedTracks).toBeGreaterThan(0);
  });

  it('is discarded when it is cancelled, and releases the microphone', async () => {
    await recording.start();
    recording.cancel();
    await flush();
    expect(state().phase).toBe('recording');
    expect(releasedTracks).toBeGreaterThan(0);
  });

  it('releases a microphone that is granted after the cancellation', async () => {
    const starting = recording.start();
    recording.cancel();
    await starting;
    expect([state().phase, releasedTracks]).toEqual(['asking', 1]);
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
  ])('reports the problem after %s', async (name, problem) => {
    microphone = () => Promise.reject(new DOMException('no', name));
    await recording.start();
    expect(state()).toEqual({ phase: 'failed', problem });
  });

  it('reports an unsupported browser, and a recording without data', async () => {
    vi.stubGlobal('MediaRecorder', undefined);
    await recording.start();
    expect(state()).toEqual({ phase: 'failed', problem: 'unsupported' });
    vi.stubGlobal('MediaRecorder', FakeRecorder);
    recordedParts = [];
    recording = createVoiceMessage();
    await recording.start();
    recording.stop();
    await vi.waitUntil(() => state().phase === 'failed');
    expect(state()).toEqual({ phase: 'failed', problem: 'silent' });
  });
});
