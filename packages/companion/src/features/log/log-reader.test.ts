import type { LogEntry, LogVisit } from '@fairwatch/contract';
import type { OwnLog, RateLimiter } from '@fairwatch/device/core';
import { takenOf } from '@fairwatch/device/words';
import { describe, expect, it, vi } from 'vitest';
import { LogReader, matches } from './log-reader.ts';

const at = '2026-01-05T10:00:00.000Z';
const entry = (sequence: number, what = 'looked at the contacts'): LogEntry => ({
  sequence,
  recordedAt: at,
  who: 'maria',
  action: 'READ',
  what,
});
const visit = (first: number, last: number): LogVisit => ({
  first,
  last,
  from: at,
  to: at,
  who: 'maria',
  entries: last - first + 1,
  summary: 'looked around',
});

/** A log with so many entries, in pages of ten. */
function createLog(entries: number) {
  return {
    read: vi.fn<OwnLog['read']>(async (before = null) => {
      const newest = (before ?? entries + 1) - 1;
      const oldest = Math.max(1, newest - 9);
      const page = Array.from({ length: newest - oldest + 1 }, (_, place) => entry(newest - place));
      return { entries: page, more: oldest > 1 };
    }),
    readVisits: vi.fn<OwnLog['readVisits']>(async () => ({ visits: [visit(1, 1)], more: false })),
    readVisit: vi.fn<OwnLog['readVisit']>(async () => ({ entries: [entry(1)], more: false })),
  };
}

function createDatabase(stored?: LogVisit[]) {
  return { get: async () => stored, put: async () => 'log' };
}

const eager = { next: async (signal: AbortSignal) => signal.throwIfAborted() } as unknown as RateLimiter;

function createReader(log = createLog(45), database = createDatabase()) {
  return new LogReader(log, database as never, eager);
}

describe('the search', () => {
  it('reads older pages until the end of the log, each once', async () => {
    const log = createLog(45);
    const reader = createReader(log);
    await reader.search();
    const { searched, isSearching } = reader.state.get();
    expect(searched.items.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 45 }, (_, place) => 45 - place),
    );
    expect([searched.more, isSearching]).toEqual([false, false]);
    await reader.search();
    expect(log.read).toHaveBeenCalledTimes(5);
  });

  it('can be stopped, and goes on where it stopped', async () => {
    const log = createLog(45);
    const reader = createReader(log);
    reader.state.subscribe(() => reader.state.get().searched.items.length === 20 && reader.stopSearch());
    await reader.search();
    expect(reader.state.get()).toMatchObject({ isSearching: false, problem: null, searched: { more: true } });
    expect(reader.state.get().searched.items).toHaveLength(20);
  });

  it('reports the error, keeps the loaded entries, and can be retried', async () => {
    const log = createLog(25);
    const reader = createReader(log);
    log.read.mockResolvedValueOnce({ entries: [entry(25)], more: true });
    log.read.mockRejectedValueOnce(new Error('The server is busy.'));
    await reader.search();
    expect(reader.state.get()).toMatchObject({ problem: 'The server is busy.', isSearching: false });
    await reader.search();
    expect(reader.state.get()).toMatchObject({ problem: null, searched: { more: false } });
    expect(reader.state.get().searched.items).toHaveLength(25);
  });

  it('finds entries with all the words that were typed', () => {
    const found = entry(1, 'looked at 20 contacts. Reason: "lost phone"');
    expect(matches(found, 'LOST maria')).toBe(true);
    expect(matches(found, 'lost peter')).toBe(false);
  });
});

describe('visits', () => {
  it('that went on replace their loaded version, and older ones stay', async () => {
    const log = createLog(1);
    const reader = createReader(log);
    log.readVisits.mockResolvedValueOnce({ visits: [visit(8, 9), visit(5, 7)], more: true });
    await reader.readNewest(9);
    log.readVisits.mockResolvedValueOnce({ visits: [visit(2, 4)], more: true });
    await reader.readOlder();
    log.readVisits.mockResolvedValueOnce({ visits: [visit(8, 12), visit(5, 7)], more: true });
    await reader.readNewest(12);
    const { visits, upTo } = reader.state.get();
    expect(visits?.items.map(({ first, last }) => [first, last])).toEqual([
      [8, 12],
      [5, 7],
      [2, 4],
    ]);
    expect(upTo).toBe(12);
  });

  it('are replaced where there is a gap between the new page and the known ones', async () => {
    const log = createLog(1);
    const reader = createReader(log);
    log.readVisits.mockResolvedValueOnce({ visits: [visit(5, 7)], more: true });
    await reader.readNewest(7);
    log.readVisits.mockResolvedValueOnce({ visits: [visit(80, 90)], more: true });
    await reader.readNewest(90);
    expect(reader.state.get().visits?.items).toEqual([visit(80, 90)]);
  });

  it('in which something was taken are read until there are as many as wanted, over pages that have none', async () => {
    const log = createLog(1);
    const reader = createReader(log);
    log.readVisits.mockResolvedValueOnce({ visits: [visit(30, 39)], more: true });
    await reader.readNewest(39);
    log.readVisits.mockResolvedValueOnce({ visits: [visit(20, 29)], more: true });
    log.readVisits.mockResolvedValueOnce({ visits: [{ ...visit(10, 19), taken: 'took a photo' }], more: true });
    await reader.readOlderTaken(1);
    expect(log.readVisits.mock.calls).toEqual([[], [39], [29]]);
    expect(takenOf(reader.state.get().visits?.items ?? []).map(({ first }) => first)).toEqual([10]);
    await reader.readOlderTaken(2);
    expect(reader.state.get().visits).toMatchObject({ more: false });
    expect(log.readVisits).toHaveBeenCalledTimes(4);
  });

  it('are restored from storage, until newer ones are loaded', async () => {
    const reader = createReader(createLog(1), createDatabase([visit(3, 4)]));
    await reader.restore();
    expect(reader.state.get().visits).toEqual({ items: [visit(3, 4)], more: true });
    await reader.readNewest(1);
    expect(reader.state.get().visits?.items).toEqual([visit(1, 1)]);
  });
});

it('waits for the rate limiter before each page of the search', async () => {
  const limiter = { next: vi.fn<RateLimiter['next']>(async () => undefined) };
  await new LogReader(createLog(45), createDatabase() as never, limiter as never).search();
  expect(limiter.next).toHaveBeenCalledTimes(5);
});
