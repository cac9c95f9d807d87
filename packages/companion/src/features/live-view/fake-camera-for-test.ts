import type { OpenedFor, TakenFrame } from '@fairwatch/device/core';
import { createStore } from '@fairwatch/device/core';
import { onTestFinished, vi } from 'vitest';
import type { LiveState } from '../../core/live/live-state.ts';
import { openLiveView } from './open-live-view.ts';

/** A track whose pictures or sound come when the test says so. */
class FakeTrack extends EventTarget {
  readonly kind: 'video' | 'audio';
  readonly facingMode: string | undefined;
  readyState: MediaStreamTrackState = 'live';
  enabled = true;
  /** Gives one picture or sound to whoever reads this track; null while nobody does. */
  give: ((data: object) => void) | null = null;

  constructor(kind: 'video' | 'audio', facingMode?: string) {
    super();
    this.kind = kind;
    this.facingMode = facingMode;
  }

  stop(): void {
    this.readyState = 'ended';
  }

  getSettings(): MediaTrackSettings {
    return this.facingMode === undefined ? {} : { facingMode: this.facingMode };
  }
}

class FakeStream {
  readonly tracks: readonly FakeTrack[];
  constructor(tracks: readonly FakeTrack[]) {
    this.tracks = tracks;
  }
  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
}

class FakeProcessor {
  readonly readable: ReadableStream<object>;
  constructor({ track }: { track: FakeTrack }) {
    this.readable = new ReadableStream({
      start: (controller) => void (track.give = (data) => controller.enqueue(data)),
      cancel: () => void (track.give = null),
    });
  }
}

interface Coder {
  state: CodecState;
  configs: { codec: string; width?: number; height?: number; bitrate?: number }[];
  encodeQueueSize: number;
  fail(): void;
}

/** The encoders of a browser. What they put out has one byte each, or as many as the test says. */
export function stubEncoders({ codecs = ['vp8'], bytes = 1 } = {}) {
  const made: Coder[] = [];
  const size = { bytes };
  class FakeEncoder implements Coder {
    static isConfigSupported = async (config: { codec: string }) => ({
      supported: [...codecs, 'opus'].includes(config.codec),
      config,
    });
    state: CodecState = 'unconfigured';
    configs: Coder['configs'] = [];
    encodeQueueSize = 0;
    readonly #init: { output(chunk: object): void; error(error: Error): void };
    constructor(init: { output(chunk: object): void; error(error: Error): void }) {
      this.#init = init;
      made.push(this);
    }
    configure(config: Coder['configs'][number]): void {
      this.state = 'configured';
      this.configs.push(config);
    }
    encode({ timestamp }: { timestamp: number }, options?: { keyFrame: boolean }): void {
      const { bytes: byteLength } = size;
      const type = (options?.keyFrame ?? true) ? 'key' : 'delta';
      this.#init.output({ type, timestamp, byteLength, copyTo: () => undefined });
    }
    close(): void {
      this.state = 'closed';
    }
    fail(): void {
      this.#init.error(new Error('broken'));
    }
  }
  class FakeFrame {
    readonly timestamp: number;
    constructor(_: object, { timestamp }: { timestamp: number }) {
      this.timestamp = timestamp;
    }
    close(): void {}
  }
  vi.stubGlobal('VideoEncoder', FakeEncoder);
  vi.stubGlobal('AudioEncoder', FakeEncoder);
  vi.stubGlobal('VideoFrame', FakeFrame);
  return { made, size };
}

/** A browser whose cameras and clock the test holds. */
export async function openFakeCamera({ sound = false, cameras = 2 } = {}) {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.stubGlobal('MediaStream', FakeStream);
  vi.stubGlobal('MediaStreamTrackProcessor', FakeProcessor);
  const opened: FakeTrack[] = [];
  const broken = new Set<string>();
  const mediaDevices = {
    async getUserMedia({ video, audio }: MediaStreamConstraints) {
      const { facingMode } = video as { facingMode: string };
      if (broken.has(facingMode)) throw new DOMException('no', 'NotReadableError');
      const tracks = [new FakeTrack('video', facingMode), ...(audio === true ? [new FakeTrack('audio')] : [])];
      opened.push(...tracks);
      return new FakeStream(tracks);
    },
    enumerateDevices: async () => Array.from({ length: cameras }, () => ({ kind: 'videoinput' })),
  };
  vi.stubGlobal('navigator', { mediaDevices });
  const live = createStore({ liveCamera: null } as unknown as LiveState);
  const onLost = vi.fn<OpenedFor['onLost']>();
  const ending = new AbortController();
  const source = await openLiveView(live)({
    params: { camera: 'BACK', minutes: 1, sound },
    requestedBy: 'maria',
    reason: null,
    until: new Date(60_000),
    signal: ending.signal,
    onLost,
  });
  // Test files share their modules: a camera that stays open would be under way for all that follow.
  onTestFinished(() => source.close());
  const frames: TakenFrame[] = [];
  const track = (kind: 'video' | 'audio') => opened.findLast((each) => each.kind === kind);
  return {
    source,
    live,
    onLost,
    ending,
    opened,
    broken,
    frames,
    camera: () => live.get().liveCamera,
    video: () => track('video'),
    audio: () => track('audio'),
    take: () => source.take((frame) => frames.push(frame)),
    /** Lets time pass, then the camera gives a picture. */
    async picture(afterMs = 100) {
      now += afterMs;
      const close = vi.fn<() => void>();
      track('video')?.give?.({ displayWidth: 1280, displayHeight: 720, close });
      await settled();
      return close;
    },
    async speak() {
      track('audio')?.give?.({ timestamp: 0, sampleRate: 48_000, numberOfChannels: 1, close: () => undefined });
      await settled();
    },
  };
}

/** Resolves when what was given to a stream has been read. */
export async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve));
}
