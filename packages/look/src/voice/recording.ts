import { peaksOf } from './waveform.ts';

/** The recording formats, best first, with the extensions that the server knows. */
const formats = [
  { mimeType: 'audio/webm;codecs=opus', name: 'voice.weba' },
  { mimeType: 'audio/ogg;codecs=opus', name: 'voice.oga' },
  { mimeType: 'audio/mp4', name: 'voice.mp4' },
] as const;

/** The bit rate: clear speech, and three minutes stay far below the size limit. */
const bitsPerSecond = 32_000;
const tickMs = 100;
/** How many of the latest levels are shown. */
const levelsShown = 48;

/** A finished recording. */
export interface Recorded {
  blob: Blob;
  name: string;
  durationMs: number;
  peaks: readonly number[];
}

export interface RecordingLimits {
  /** The maximum length, after which it stops by itself. */
  maxMs: number;
  /** The maximum number of peaks of the waveform. */
  peaks: number;
}

export type RecordingProblem = 'refused' | 'missing' | 'unsupported' | 'silent';

export type RecordingState =
  | { phase: 'asking' | 'preparing' }
  | { phase: 'recording'; elapsedMs: number; /** From 0 to 100, the newest last. */ levels: readonly number[] }
  | { phase: 'recorded'; recorded: Recorded; /** It was stopped by the limit. */ full: boolean }
  | { phase: 'failed'; problem: RecordingProblem };

/** One voice message being recorded in this browser: it ends by itself when it is as long as it may be. */
export class Recording {
  readonly #limits: RecordingLimits;
  readonly #listeners = new Set<() => void>();
  #state: RecordingState = { phase: 'asking' };
  #stream: MediaStream | undefined;
  #recorder: MediaRecorder | undefined;
  #sound: AudioContext | undefined;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  #startedAt = 0;
  #stoppedAt = 0;
  #full = false;
  #cancelled = false;

  constructor(limits: RecordingLimits) {
    this.#limits = limits;
  }

  /** For `useSyncExternalStore`. */
  readonly getState = (): RecordingState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  async start(): Promise<void> {
    const format = formats.find(({ mimeType }) => globalThis.MediaRecorder?.isTypeSupported(mimeType));
    if (!format || !navigator.mediaDevices) return this.#fail('unsupported');
    try {
      this.#stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, channelCount: 1 },
      });
    } catch (error) {
      return this.#fail(error instanceof DOMException && error.name === 'NotFoundError' ? 'missing' : 'refused');
    }
    if (this.#cancelled) return this.#release();
    this.#record(this.#stream, format);
  }

  /** Stops and keeps the recording. */
  stop(): void {
    if (this.#recorder?.state !== 'recording') return;
    this.#stoppedAt = performance.now();
    this.#become({ phase: 'preparing' });
    this.#recorder.stop();
    this.#release();
  }

  /** Stops and discards the recording. The microphone is released at once. */
  cancel(): void {
    this.#cancelled = true;
    if (this.#recorder?.state === 'recording') this.#recorder.stop();
    this.#release();
  }

  #record(stream: MediaStream, { mimeType, name }: (typeof formats)[number]): void {
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
    recorder.addEventListener('dataavailable', ({ data }) => data.size > 0 && parts.push(data));
    recorder.addEventListener('stop', () => void this.#finish(new Blob(parts, { type: mimeType }), name));
    recorder.start();
    this.#recorder = recorder;
    this.#startedAt = performance.now();
    this.#watch(stream);
    this.#ending = setTimeout(() => {
      this.#full = true;
      this.stop();
    }, this.#limits.maxMs);
  }

  /** Measures the level while recording. */
  #watch(stream: MediaStream): void {
    this.#sound = new AudioContext();
    const analyser = this.#sound.createAnalyser();
    this.#sound.createMediaStreamSource(stream).connect(analyser);
    const swing = new Float32Array(analyser.fftSize);
    let levels: number[] = [];
    const tick = () => {
      analyser.getFloatTimeDomainData(swing);
      levels = [...levels, levelOf(swing)].slice(-levelsShown);
      this.#become({ phase: 'recording', elapsedMs: performance.now() - this.#startedAt, levels });
    };
    tick();
    this.#ticker = setInterval(tick, tickMs);
  }

  async #finish(blob: Blob, name: string): Promise<void> {
    if (this.#cancelled) return;
    // A recorder may also end because the microphone was taken away.
    if (this.#stoppedAt === 0) this.#stoppedAt = performance.now();
    this.#release();
    if (blob.size === 0) return this.#fail('silent');
    const durationMs = Math.round(Math.min(this.#stoppedAt - this.#startedAt, this.#limits.maxMs));
    const peaks = await readPeaks(blob, this.#limits.peaks);
    if (this.#cancelled) return;
    this.#become({ phase: 'recorded', recorded: { blob, name, durationMs, peaks }, full: this.#full });
  }

  #become(state: RecordingState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  #fail(problem: RecordingProblem): void {
    if (!this.#cancelled) this.#become({ phase: 'failed', problem });
  }

  #release(): void {
    clearInterval(this.#ticker);
    clearTimeout(this.#ending);
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    void this.#sound?.close().catch(() => undefined);
    this.#sound = undefined;
  }
}

/** Scales the level so that speech fills most of the meter. */
function levelOf(swing: Float32Array): number {
  let peak = 0;
  for (const each of swing) peak = Math.max(peak, Math.abs(each));
  return Math.round(Math.min(1, Math.sqrt(peak)) * 100);
}

/** A recording whose waveform cannot be computed is sent without one. */
async function readPeaks(blob: Blob, count: number): Promise<number[]> {
  try {
    const rate = 8000;
    const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await blob.arrayBuffer());
    return peaksOf(sound.getChannelData(0), count);
  } catch {
    return [];
  }
}
