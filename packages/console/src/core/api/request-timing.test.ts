import { profile } from '@fairwatch/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from './client.ts';
import { recordTiming } from './request-timing.ts';

const path = profile.path;
const entries = () =>
  performance.getEntriesByName(path).map((entry) => (entry as PerformanceMeasure).detail as unknown);

function clear(): void {
  performance.clearMarks(path);
  performance.clearMeasures(path);
}
// All tests share one timeline, and others make calls, too.
beforeEach(clear);
afterEach(() => {
  vi.unstubAllGlobals();
  clear();
});

describe('request timing', () => {
  it('[SPEC 4.14] a call is started, then completed', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    vi.stubGlobal('fetch', () => promise);
    const calling = call(profile, {});
    expect(entries()).toEqual(['started']);
    resolve(Response.json({ data: {}, meta: { has_error: false } }));
    await calling;
    expect(entries()).toEqual(['started', 'completed']);
  });

  it('[SPEC 4.14] or failed', async () => {
    vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }));
    await expect(call(profile, {})).rejects.toThrow('Invalid response structure.');
    expect(entries()).toEqual(['started', 'failed']);
  });

  it('keeps only the last record of each path', async () => {
    for (let times = 0; times < 3; times += 1) await recordTiming(path, async () => times);
    expect(entries()).toEqual(['started', 'completed']);
  });
});
