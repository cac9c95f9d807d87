import { createExternalStore, type ExternalStore } from '../../../../core/state/external-store.ts';

/** The speeds of the replay, as multiples of real time. */
export const replaySpeeds = [300, 900, 3600] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export interface ReplayState {
  /** The current moment, Unix time in milliseconds; null before the first play and after a reset. */
  at: number | null;
  playing: boolean;
  speed: ReplaySpeed;
}

/** The clock of a replay. The map and the controls subscribe to it, so the page is not rendered on each tick. */
export interface Replay extends Pick<ExternalStore<ReplayState>, 'get' | 'subscribe'> {
  from: number;
  to: number;
  play(): void;
  pause(): void;
  seek(at: number): void;
  setSpeed(speed: ReplaySpeed): void;
  /** Ends the replay and shows the whole track. */
  reset(): void;
  /** Stops the timer; called on unmount. */
  stop(): void;
}

interface ReplayOptions {
  from: number;
  to: number;
  /** True to move once a second instead of with each frame (reduced motion). */
  calm: boolean;
  /** The periods in which the device stayed in one place. */
  stops?: readonly { from: number; to: number }[];
}

/** The maximum time for which a stop is played, at any speed. The rest is skipped. */
const maxStopMs = 1000;

const calmStepMs = 1000;

export function createReplay({ from, to, calm, stops = [] }: ReplayOptions): Replay {
  const store = createExternalStore<ReplayState>({ at: null, playing: false, speed: 900 });
  const change = (part: Partial<ReplayState>) => store.set({ ...store.get(), ...part });
  let cancelTick: (() => void) | undefined;

  /** The end of the current stop once it has been played for `maxStopMs`; otherwise `at`. */
  function skipLongStop(at: number, speed: ReplaySpeed): number {
    const stop = stops.find((each) => at >= each.from + maxStopMs * speed && at < each.to);
    return stop?.to ?? at;
  }

  function run(): void {
    let lastTick = performance.now();
    const tick = () => {
      const now = performance.now();
      const { at, speed } = store.get();
      const next = skipLongStop((at ?? from) + (now - lastTick) * speed, speed);
      lastTick = now;
      if (next >= to) return change({ at: to, playing: false });
      change({ at: next });
      scheduleTick();
    };
    const scheduleTick = () => {
      if (calm) {
        const timer = setTimeout(tick, calmStepMs);
        cancelTick = () => clearTimeout(timer);
      } else {
        const frame = requestAnimationFrame(tick);
        cancelTick = () => cancelAnimationFrame(frame);
      }
    };
    scheduleTick();
  }

  return {
    from,
    to,
    get: store.get,
    subscribe: store.subscribe,
    play() {
      const { at, playing } = store.get();
      if (playing) return;
      change({ at: at === null || at >= to ? from : at, playing: true });
      run();
    },
    pause() {
      cancelTick?.();
      change({ playing: false });
    },
    seek: (at) => change({ at: Math.min(to, Math.max(from, at)) }),
    setSpeed: (speed) => change({ speed }),
    reset() {
      cancelTick?.();
      change({ at: null, playing: false });
    },
    stop: () => cancelTick?.(),
  };
}
