import { createExternalStore, type ExternalStore } from '../../core/session/external-store.ts';

/** How much faster than life. */
export const replaySpeeds = [300, 900, 3600] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

export interface ReplayState {
  /** The moment shown; null before the first play, when the whole track is drawn alike. */
  at: number | null;
  playing: boolean;
  speed: ReplaySpeed;
}

/** A clock that runs through a track. The map and the bar follow it without drawing the page anew. */
export interface Replay extends Pick<ExternalStore<ReplayState>, 'get' | 'subscribe'> {
  from: number;
  to: number;
  play(): void;
  pause(): void;
  seek(at: number): void;
  setSpeed(speed: ReplaySpeed): void;
  /** Back to the whole track. */
  reset(): void;
  stop(): void;
}

interface ReplayOptions {
  from: number;
  to: number;
  /** Moves in steps, one a second, instead of gliding. */
  calm: boolean;
  /** Where the device stayed in one place. */
  stops?: readonly { from: number; to: number }[];
}

/** A stop plays for at most this long, at any speed: nobody wants to watch a night pass. */
const shownStopMs = 1000;

const calmStepMs = 1000;

export function createReplay({ from, to, calm, stops = [] }: ReplayOptions): Replay {
  const store = createExternalStore<ReplayState>({ at: null, playing: false, speed: 900 });
  const change = (part: Partial<ReplayState>) => store.set({ ...store.get(), ...part });
  let cancel: (() => void) | undefined;

  /** The end of the stop at this moment once it was shown long enough; otherwise the moment itself. */
  function afterStop(at: number, speed: ReplaySpeed): number {
    const stop = stops.find((each) => at >= each.from + shownStopMs * speed && at < each.to);
    return stop?.to ?? at;
  }

  function run(): void {
    let before = performance.now();
    const tick = () => {
      const now = performance.now();
      const { at, speed } = store.get();
      const next = afterStop((at ?? from) + (now - before) * speed, speed);
      before = now;
      if (next >= to) return change({ at: to, playing: false });
      change({ at: next });
      wait();
    };
    const wait = () => {
      if (calm) {
        const timer = setTimeout(tick, calmStepMs);
        cancel = () => clearTimeout(timer);
      } else {
        const frame = requestAnimationFrame(tick);
        cancel = () => cancelAnimationFrame(frame);
      }
    };
    wait();
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
      cancel?.();
      change({ playing: false });
    },
    seek: (at) => change({ at: Math.min(to, Math.max(from, at)) }),
    setSpeed: (speed) => change({ speed }),
    reset() {
      cancel?.();
      change({ at: null, playing: false });
    },
    stop: () => cancel?.(),
  };
}
