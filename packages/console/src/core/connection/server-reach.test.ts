import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createServerReach } from './server-reach.ts';
import { tryAgain, tryEveryMs } from './retry-signal.ts';

const probe = vi.fn<() => Promise<boolean>>();
const restored = vi.fn<() => void>();

function watchServer() {
  const reach = createServerReach();
  onTestFinished(reach.watch(probe, restored));
  return reach;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(1_000_000);
  probe.mockResolvedValue(false);
});
afterEach(() => {
  vi.useRealTimers();
  vi.resetAllMocks();
});

describe('server reachability', () => {
  it('reports nothing when the probe succeeds', async () => {
    probe.mockResolvedValue(true);
    const reach = watchServer();
    await reach.check();
    expect(reach.get()).toEqual({ lostSince: null, checking: false });
    expect(restored).not.toHaveBeenCalled();
  });

  it('keeps the time of the loss over later checks', async () => {
    const reach = watchServer();
    await reach.check(900_000);
    vi.setSystemTime(1_200_000);
    await reach.check();
    expect(reach.get().lostSince).toBe(900_000);
  });

  it('runs one probe at a time', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    probe.mockReturnValue(promise);
    const reach = watchServer();
    const first = reach.check();
    void reach.check();
    expect(reach.get().checking).toBe(true);
    expect(probe).toHaveBeenCalledOnce();
    resolve(true);
    await first;
  });

  it('an unreachable server is probed again, and subscribers are notified when it is back', async () => {
    const reach = watchServer();
    await reach.check();
    await vi.advanceTimersByTimeAsync(tryEveryMs);
    expect(probe).toHaveBeenCalledTimes(2);
    probe.mockResolvedValue(true);
    await vi.advanceTimersByTimeAsync(tryEveryMs);
    expect(reach.get().lostSince).toBeNull();
    expect(restored).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(tryEveryMs * 3);
    expect(probe).toHaveBeenCalledTimes(3);
  });

  it.each([
    ['the browser is online again', () => dispatchEvent(new Event('online'))],
    ['the tab becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the window gets the focus', () => dispatchEvent(new Event('focus'))],
    ['Retry is pressed', tryAgain],
  ])('an unreachable server is probed again when %s', async (_when, happens) => {
    const reach = watchServer();
    await reach.check();
    probe.mockResolvedValue(true);
    happens();
    await vi.waitFor(() => expect(reach.get().lostSince).toBeNull());
    expect(restored).toHaveBeenCalledOnce();
  });

  it('stops probing once nobody watches', async () => {
    const reach = createServerReach();
    const stop = reach.watch(probe, restored);
    await reach.check();
    stop();
    expect(reach.get().lostSince).toBeNull();
    await vi.advanceTimersByTimeAsync(tryEveryMs * 3);
    expect(probe).toHaveBeenCalledOnce();
  });
});
