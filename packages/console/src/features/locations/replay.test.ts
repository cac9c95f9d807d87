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
  it('runs faster than life, pauses and goes on', () => {
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

  it('stops at the end and begins anew from there', () => {
    const replay = createReplay({ from: 0, to: 10 * minute, calm: false });
    replay.play();
    vi.advanceTimersByTime(5000);
    expect(replay.get()).toMatchObject({ at: 10 * minute, playing: false });
    replay.play();
    expect(replay.get().at).toBe(0);
    replay.reset();
    expect(replay.get()).toMatchObject({ at: null, playing: false });
  });

  it('steps once a second for those who want less motion', () => {
    const replay = createReplay({ from: 0, to: 600 * minute, calm: true });
    const seen = vi.fn<() => void>();
    replay.play();
    replay.subscribe(seen);
    vi.advanceTimersByTime(3000);
    expect(seen).toHaveBeenCalledTimes(3);
    expect((replay.get().at ?? 0) / minute).toBeCloseTo(45, 0);
    replay.stop();
  });

  it('shows a long stop for a second and goes on where the device moved again; a short one plays as it was', () => {
    const long = { from: 15 * minute, to: 500 * minute };
    const short = { from: 510 * minute, to: 520 * minute };
    const replay = createReplay({ from: 0, to: 600 * minute, calm: false, stops: [long, short] });
    const seen: number[] = [];
    replay.subscribe(() => seen.push((replay.get().at ?? 0) / minute));
    replay.play();
    // 15 minutes a second: one until the stop, one in it, then 100 minutes are left.
    vi.advanceTimersByTime(3000);
    expect(seen.some((at) => at > 20 && at < 30)).toBe(true);
    expect(seen.filter((at) => at > 31 && at < 500)).toEqual([]);
    expect(seen.some((at) => at > 511 && at < 515)).toBe(true);
    expect(seen.at(-1)).toBeLessThan(520);
    replay.stop();
  });

  it('does not leave its track when it is taken hold of', () => {
    const replay = createReplay({ from: 100, to: 200, calm: false });
    replay.seek(900);
    expect(replay.get().at).toBe(200);
    replay.seek(-5);
    expect(replay.get().at).toBe(100);
  });
});
