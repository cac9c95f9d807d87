import { describe, expect, it } from 'vitest';
import { isComplete, openPercentOf, runProgress } from './run-progress.ts';
import { countsForTest } from './run-for-test.ts';

describe('the progress of a run', () => {
  it('counts what ended, with and without success', () => {
    const counts = countsForTest({ WAITING: 3, OPEN: 1, DONE: 4, FAILED: 1, SKIPPED: 1 });
    expect(runProgress(counts)).toEqual({ total: 10, done: 4, ended: 6, unsuccessful: 2, percent: 60 });
  });

  it('adds the progress of the open command as a part of its item', () => {
    expect(runProgress(countsForTest({ OPEN: 1, DONE: 1 }), 50).percent).toBe(75);
    // A stale percentage of a command whose item has ended adds nothing.
    expect(runProgress(countsForTest({ DONE: 2 }), 50).percent).toBe(100);
  });

  it('is 0 while there are no items', () => {
    expect(runProgress(countsForTest({})).percent).toBe(0);
  });

  it('reads the percentage of the open command only for its own run', () => {
    expect(openPercentOf({ id: 7 }, { runId: 7, progress: 30 })).toBe(30);
    expect(openPercentOf({ id: 7 }, { runId: 8, progress: 30 })).toBeNull();
    expect(openPercentOf({ id: 7 }, null)).toBeNull();
  });

  it('is complete when it ended and each item is done', () => {
    const finishedAt = '2026-11-16T12:00:00.000Z';
    expect(isComplete({ finishedAt, counts: countsForTest({ DONE: 2 }) })).toBe(true);
    expect(isComplete({ finishedAt, counts: countsForTest({ DONE: 2, EXPIRED: 1 }) })).toBe(false);
    expect(isComplete({ finishedAt: null, counts: countsForTest({ DONE: 2 }) })).toBe(false);
  });
});
