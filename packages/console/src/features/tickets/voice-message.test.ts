import { ticketLimits } from '@fairwatch/contract';
import type { Recording, RecordingState } from '@fairwatch/look/voice';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVoiceMessage } from './voice-message.ts';

const { voiceMaxMs } = ticketLimits;

/** A microphone and the browser's recorder, as far as a recording uses them. */
class FakeRecorder extends EventTarget {
  static readonly isTypeSupported = (type: string) => type.startsWith('audio/webm');
  state = 'inactive';
  start(): void {
    this.state = 'recording';
  }
  stop(): void {
    this.state = 'inactive';
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob(said) }));
    this.dispatchEvent(new Event('stop'));
  }
}

class FakeSound {
  createAnalyser() {
    return { fftSize: 4, getFloatTimeDomainData: (swing: Float32Array) => swing.fill(0.25) };
  }
  createMediaStreamSource() {
    return { connect: () => {} };
  }
  async close(): Promise<void> {}
}

class FakeOfflineSound {
  async decodeAudioData() {
    return { getChannelData: () => new Float32Array([0.1, 0.2]) };
  }
}

let said: string[];
let microphone: () => Promise<unknown>;
let freed: number;
let recording: Recording;
const state = (): RecordingState => recording.getState();
const settled = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  said = ['sound'];
  freed = 0;
  microphone = async () => ({ getTracks: () => [{ stop: () => (freed += 1) }] });
  vi.stubGlobal('MediaRecorder', FakeRecorder);
  vi.stubGlobal('AudioContext', FakeSound);
  vi.stubGlobal('OfflineAudioContext', FakeOfflineSound);
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: () => microphone() } });
  recording = createVoiceMessage();
});
afterEach(() => {
  recording.cancel();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a voice message that is recorded', () => {
  it('shows how long and how loud it is, and has its waveform when it is stopped', async () => {
    await recording.start();
    await vi.advanceTimersByTimeAsync(5000);
    expect(state()).toMatchObject({ phase: 'recording', elapsedMs: 5000, levels: expect.arrayContaining([50]) });
    recording.stop();
    await vi.waitUntil(() => state().phase === 'recorded');
    expect(state()).toMatchObject({
      full: false,
      recorded: { name: 'voice.weba', durationMs: 5000, peaks: [50, 100] },
    });
    expect(freed).toBeGreaterThan(0);
  });

  it('[SPEC 5.11, 9.15] ends by itself after three minutes, and is never longer', async () => {
    await recording.start();
    await vi.advanceTimersByTimeAsync(voiceMaxMs - 1);
    expect(state().phase).toBe('recording');
    await vi.advanceTimersByTimeAsync(1);
    await vi.waitUntil(() => state().phase === 'recorded');
    expect(state()).toMatchObject({ full: true, recorded: { durationMs: voiceMaxMs } });
    expect(voiceMaxMs / 60_000).toBe(3);
    expect(freed).toBeGreaterThan(0);
  });

  it('is forgotten when it is cancelled, and frees the microphone', async () => {
    await recording.start();
    recording.cancel();
    await settled();
    expect(state().phase).toBe('recording');
    expect(freed).toBeGreaterThan(0);
  });

  it('frees a microphone that was granted after it was cancelled', async () => {
    const starting = recording.start();
    recording.cancel();
    await starting;
    expect([state().phase, freed]).toEqual(['asking', 1]);
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['NotFoundError', 'missing'],
  ])('says why there is none after %s', async (name, problem) => {
    microphone = () => Promise.reject(new DOMException('no', name));
    await recording.start();
    expect(state()).toEqual({ phase: 'failed', problem });
  });

  it('says so when the browser cannot record, and when nothing came', async () => {
    vi.stubGlobal('MediaRecorder', undefined);
    await recording.start();
    expect(state()).toEqual({ phase: 'failed', problem: 'unsupported' });
    vi.stubGlobal('MediaRecorder', FakeRecorder);
    said = [];
    recording = createVoiceMessage();
    await recording.start();
    recording.stop();
    await vi.waitUntil(() => state().phase === 'failed');
    expect(state()).toEqual({ phase: 'failed', problem: 'silent' });
  });
});
