import { limits } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMaintenancePoller } from './maintenance-poller.ts';

const { pollMs, retryDelayMs } = limits.maintenance;
const check = vi.fn<() => Promise<boolean>>();
let poller: ReturnType<typeof createMaintenancePoller>;

function start() {
  poller = createMaintenancePoller(check);
  poller.start();
  return vi.advanceTimersByTimeAsync(0);
}

const isMaintenanceShown = () => poller.get().maintenance;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  sessionStorage.clear();
  check.mockReset().mockResolvedValue(false);
});

afterEach(() => {
  poller.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('maintenance poll', () => {
  it('[SPEC 9.1] polls at load and then every 1,200,000 ms (20 min)', async () => {
    await start();
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1_200_000 - 1);
    expect(check).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('[SPEC 4.9, 9.3] the displayed state flips only after the new value is seen on 2 consecutive polls', async () => {
    check.mockResolvedValue(true);
    await start();
    expect(isMaintenanceShown()).toBe(false);
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(check).toHaveBeenCalledTimes(2);
    expect(isMaintenanceShown()).toBe(true);
    check.mockResolvedValue(false);
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(isMaintenanceShown()).toBe(true);
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(isMaintenanceShown()).toBe(false);
  });

  it('[SPEC 4.9] a value seen once and taken back does not flip', async () => {
    check.mockResolvedValueOnce(true);
    await start();
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    check.mockResolvedValueOnce(true);
    await vi.advanceTimersByTimeAsync(pollMs);
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(check).toHaveBeenCalledTimes(4);
    expect(isMaintenanceShown()).toBe(false);
  });

  it('[SPEC 4.10, 9.2] on failure retries up to 3 times, 3 s apart, then keeps the previous state', async () => {
    check.mockResolvedValue(true);
    await start();
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    check.mockReset().mockRejectedValue(new Error('no network'));
    await vi.advanceTimersByTimeAsync(pollMs);
    expect(check).toHaveBeenCalledTimes(1);
    for (let retry = 1; retry <= 3; retry += 1) {
      await vi.advanceTimersByTimeAsync(2999);
      expect(check).toHaveBeenCalledTimes(retry);
      await vi.advanceTimersByTimeAsync(1);
      expect(check).toHaveBeenCalledTimes(retry + 1);
    }
    await vi.advanceTimersByTimeAsync(pollMs - 1);
    expect(check).toHaveBeenCalledTimes(4);
    expect(isMaintenanceShown()).toBe(true);
  });

  it('[SPEC 8.19] maintenance poll errors are logged and retried', async () => {
    const failure = new Error('no network');
    check.mockRejectedValueOnce(failure);
    await start();
    expect(console.warn).toHaveBeenCalledWith('Maintenance poll failed', failure);
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('[SPEC 3.36] attemptCount and timestamp are kept in browser storage, and a reload goes on counting', async () => {
    vi.setSystemTime(1_000_000);
    check.mockRejectedValue(new Error('no network'));
    await start();
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(JSON.parse(sessionStorage.getItem('maintenance') ?? '')).toEqual({ attemptCount: 2, timestamp: 1_003_000 });
    poller.stop();
    await vi.advanceTimersByTimeAsync(1000);
    check.mockClear();
    await start();
    expect(check).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(retryDelayMs * 10);
    expect(check).toHaveBeenCalledTimes(2);
  });

  it('polls immediately when it is started again', async () => {
    await start();
    check.mockResolvedValue(true);
    poller.start();
    expect(poller.get().checking).toBe(true);
    await vi.advanceTimersByTimeAsync(retryDelayMs);
    expect(poller.get()).toEqual({ maintenance: true, checking: false });
  });

  it('does not poll once stopped', async () => {
    await start();
    poller.stop();
    await vi.advanceTimersByTimeAsync(pollMs * 3);
    expect(check).toHaveBeenCalledTimes(1);
  });
});
