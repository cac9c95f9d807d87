import { describe, expect, it } from 'vitest';
import { limits, version } from './limits.ts';
import { ticketLimits } from './ticket.ts';

describe('limits', () => {
  it('[SPEC 9.1, 9.2, 9.3] the maintenance poll runs every 1,200,000 ms with 3 retries 3 s apart and flips after 2', () => {
    expect(limits.maintenance).toEqual({
      pollMs: 1_200_000,
      retries: 3,
      retryDelayMs: 3000,
      consecutivePollsToFlip: 2,
    });
  });

  it('[SPEC 9.4, 9.5] a socket opens within 3 s, retries 3 times at 3 s and pings every 10 s', () => {
    expect(limits.consoleSocket).toEqual({ openMs: 3000, retries: 3, retryDelayMs: 3000, pingMs: 10_000 });
  });

  it('[SPEC 9.6, 9.7, 9.8, 9.9] toasts stay 4000 ms, success 2000 ms, loading unlimited, 20 at once', () => {
    expect(limits.toast).toEqual({ defaultMs: 4000, successMs: 2000, loadingMs: Infinity, atOnce: 20 });
  });

  it('[SPEC 9.11, 9.14] one request carries at most 3 MB, a recording lasts 10 to 60 seconds', () => {
    expect(limits.request.maxBytes).toBe(3 * 1024 * 1024);
    expect(limits.recording).toMatchObject({ minSeconds: 10, maxSeconds: 60 });
  });

  it('[SPEC 9.13] 20 rows to a page, 180 seconds of a voice message, 60 seconds before another code', () => {
    expect(limits.page.defaultSize).toBe(20);
    expect(ticketLimits.voiceMaxMs).toBe(180_000);
    expect(limits.verification.resendAfterMs).toBe(60_000);
  });

  it('[SPEC 9.21] the version is 1.0.20', () => {
    expect(version).toBe('1.0.20');
  });
});
