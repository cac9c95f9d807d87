import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServerReach } from './server-reach.ts';
import { tryAgain, tryEveryMs } from './worth-trying.ts';

const ask = vi.fn<() => Promise<boolean>>();
const restored = vi.fn<() => void>();

function watched() {
  const reach = createServerReach();
  onTestFinished(reach.watch(ask, restored));
  return reach;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(1_000_000);
  ask.mockResolvedValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('whether the server can be reached', () => {
  it('a suspicion that the server answers is forgotten', async () => {
    ask.mockResolvedValue(true);
    const reach = watched();
    await reach.check();
    expect(reach.get()).toEqual({ lostSince: null, checking: false });
    expect(restored).not.toHaveBeenCalled();
  });

  it('says since when it is lost, however often it is checked', async () => {
    const reach = watched();
    await reach.check(900_000);
    vi.setSystemTime(1_200_000);
    await reach.check();
    expect(reach.get().lostSince).toBe(900_000);
  });

  it('is asked once at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    ask.mockReturnValue(promise);
    const reach = watched();
    const first = reach.check();
    void reach.check();
    expect(reach.get().checking).toBe(true);
    expect(ask).toHaveBeenCalledOnce();
    resolve(true);
    await first;
  });

  it('a lost one is asked again by itself, and is told when it is back', async () => {
    const reach = watched();
    await reach.check();
    await vi.advanceTimersByTimeAsync(tryEveryMs);
    expect(ask).toHaveBeenCalledTimes(2);
    ask.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(tryEveryMs);
    expect(reach.get().lostSince).toBeNull();
    expect(restored).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(tryEveryMs * 3);
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['the browser is online again', () => dispatchEvent(new Event('online'))],
    ['somebody returns to the tab', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window gets the focus', () => dispatchEvent(new Event('focus'))],
    ['somebody presses Retry', tryAgain],
  ])('a lost one is asked again when %s', async (_when, happens) => {
    const reach = watched();
    await reach.check();
    ask.mockResolvedValue(true);
    happens();
    await vi.waitFor(() => expect(reach.get().lostSince).toBeNull());
    expect(restored).toHaveBeenCalledOnce();
  });

  it('nobody is asked once nobody watches', async () => {
    const reach = createServerReach();
    const stop = reach.watch(ask, restored);
    await reach.check();
    stop();
    expect(reach.get().lostSince).toBeNull();
    await vi.advanceTimersByTimeAsync(tryEveryMs * 3);
    expect(ask).toHaveBeenCalledOnce();
  });
});
