import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReplay } from './replay.ts';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

const minute = 60_000;

describe('a replay', () => {
  it('plays at the chosen speed, pauses and resumes', () => {
    const replay = createReplay({ from: 0, to: 600 * minute, calm: false });
    expect(replay.get()).toMatchObject({ at: null, playing: false });
    replay.play();
    vi.advanceTimersByTime(1000);
    const { at } = replay.get();
    expect((at ?? 0) / minute).toBeCloseTo(15, 0);
    replay.pause();
    vi.advanceTimersByTime(1000);
    expect(replay.get().at).toBe(at);
    replay.setSpeed(3600);
    replay.play();
    vi.advanceTimersByTime(1000);
    expect(((replay.get().at ?? 0) - (at ?? 0)) / minute).toBeCloseTo(60, -1);
    replay.stop();
  });

  it('stops at the end, and restarts from the beginning', () => {
    const replay = createReplay({ from: 0, to: 10 * minute, calm: false });
    replay.play();
    vi.advanceTimersByTime(5000);
    expect(replay.get()).toMatchObject({ at: 10 * minute, playing: false });
    replay.play();
    expect(replay.get().at).toBe(0);
    replay.reset();
    expect(replay.get()).toMatchObject({ at: null, playing: false });
  });

  it('moves once a second with reduced motion', () => {
    const replay = createReplay({ from: 0, to: 600 * minute, calm: true });
    const seen = vi.fn<() => void>();
    replay.play();
    replay.subscribe(seen);
    vi.advanceTimersByTime(3000);
    expect(seen).toHaveBeenCalledTimes(3);
    expect((replay.get().at ?? 0) / minute).toBeCloseTo(45, 0);
    replay.stop();
  });

  it('shortens a long stop to one second, and plays a short one in full', () => {
    const long = { from: 15 * minute, to: 500 * minute };
    const short = { from: 510 * minute, to: 520 * minute };
    const replay = createReplay({ from: 0, to: 600 * minute, calm: false, stops: [long, short] });
    const seen: number[] = [];
    replay.subscribe(() => seen.push((replay.get().at ?? 0) / minute));
    replay.play();
    // At 15 minutes per second: one second until the long stop, one second in it, one second after it.
    vi.advanceTimersByTime(3000);
    expect(seen.some((at) => at > 20 && at < 30)).toBe(true);
    expect(seen.filter((at) => at > 31 && at < 500)).toEqual([]);
    expect(seen.some((at) => at > 511 && at < 515)).toBe(true);
    expect(seen.at(-1)).toBeLessThan(520);
    replay.stop();
  });

  it('limits seeking to the track', () => {
    const replay = createReplay({ from: 100, to: 200, calm: false });
    replay.seek(900);
    expect(replay.get().at).toBe(200);
    replay.seek(-5);
    expect(replay.get().at).toBe(100);
  });
});
