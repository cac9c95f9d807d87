import { expect, it } from 'vitest';
import { faultOf, fitSlope, growingTables, judgeSlope, megabyte, steadySamples, type Point } from './evaluate.ts';
import type { Sample } from './samples.ts';

const idle = { count: 0, p50Ms: 0, p99Ms: 0 };

function sampleAt(at: number, changed: Partial<Sample> = {}): Sample {
  return {
    at,
    life: 1,
    rssFloor: 0,
    heapUsed: 0,
    heapTotal: 0,
    held: 0,
    external: 0,
    delayP99Ms: 0,
    handles: {},
    connected: 0,
    walBytes: 0,
    walFileBytes: 0,
    databaseBytes: 0,
    fileBytes: 0,
    requests: idle,
    commands: idle,
    tables: {},
    ...changed,
  };
}

/** A point each minute. */
function minutely(minutes: number, valueAt: (minute: number) => number): Point[] {
  return Array.from({ length: minutes + 1 }, (_, minute) => ({ x: minute * 60, y: valueAt(minute) }));
}

it('a slope is per hour, and exact for a line', () => {
  const slope = fitSlope(minutely(30, (minute) => 100 + minute / 20));
  expect(slope?.perHour).toBeCloseTo(3);
  expect(slope?.error).toBeCloseTo(0);
  expect(slope?.seconds).toBe(1800);
});

it('noise around a level has a slope within its error', () => {
  const slope = fitSlope(minutely(60, (minute) => 200 + (minute % 2)));
  expect(Math.abs(slope?.perHour ?? 9)).toBeLessThan(2 * (slope?.error ?? 0));
});

it('a few points, or several of one moment, have no slope', () => {
  expect(fitSlope(minutely(1, () => 5))).toBeNull();
  expect(fitSlope([1, 2, 3].map((y) => ({ x: 60, y })))).toBeNull();
});

it.each([
  ['a steady level', minutely(40, () => 250), true, '< 2 MB per hour'],
  ['a leak', minutely(40, (minute) => 250 + minute), false, '< 2 MB per hour'],
  // A short run decides nothing, and neither does a slope that the noise hides.
  ['a leak in a short run', minutely(10, (minute) => 250 + minute), true, ''],
  ['noise', minutely(40, (minute) => 250 + (minute % 3) * 40 + minute / 10), true, ''],
] as const)('%s is judged', (_name, points, ok, limit) => {
  expect(judgeSlope('RSS', points, 2, 'MB')).toMatchObject({ ok, limit });
});

it('the longest life of the server counts, without its warm-up', () => {
  const samples = Array.from({ length: 121 }, (_, minute) => sampleAt(minute * 60, { life: minute < 6 ? 1 : 2 }));
  const steady = steadySamples(samples);
  expect([steady[0]?.at, steady.at(-1)?.at]).toEqual([21 * 60, 120 * 60]);
  // In a short life a quarter counts as warm-up.
  expect(steadySamples(samples.slice(0, 5))[0]?.at).toBe(60);
});

const sizesOf = (bytes: number) => ({ rows: 10, dead: 0, bytes, indexBytes: 8192 });
const sizesAt = (minute: number) => {
  const grown = (perMinute: number) => sizesOf(minute * perMinute);
  return { logs: grown(megabyte), orphans: grown(megabyte / 2), still: grown(0), slow: grown(1024) };
};

it('tables that grow are told with what bounds them', () => {
  const samples = Array.from({ length: 30 }, (_, minute) => sampleAt(minute * 60, { tables: sizesAt(minute) }));
  const growth = growingTables(samples, new Map([['logs', '90 days']]));
  expect(growth.map(({ table, bound }) => [table, bound])).toEqual([
    ['logs', '90 days'],
    ['orphans', null],
  ]);
  expect(growth[0]?.perHour).toBeCloseTo(60 * megabyte);
  // A few pages in a moment would be much in an hour.
  const pages = Array.from({ length: 5 }, (_, second) => sampleAt(second, { tables: { few: sizesOf(second * 8192) } }));
  expect(growingTables(pages, new Map())).toEqual([]);
});

const outages = [{ what: 'kill', from: 100_000, to: 110_000 }];
const answered = (status: number, from: number, to = from + 100) => ({ path: '/list', status, from, to });

it.each([
  ['an answer', answered(200, 50_000), null],
  ['a refusal', answered(403, 105_000), null],
  ['a 5xx', answered(500, 50_000), '/list was answered with 500'],
  ['a 503 of a server that runs', answered(503, 50_000), '/list was answered with 503'],
  ['no answer of a server that runs', answered(0, 50_000), '/list was answered with nothing'],
  ['no answer while it is down', answered(0, 105_000), null],
  ['a 503 while it is down', answered(503, 105_000), null],
  ['another 5xx while it is down', answered(500, 105_000), '/list was answered with 500'],
  ['a request that was under way', answered(0, 90_000, 100_500), null],
  ['a connection that broke with it', answered(0, 112_000), null],
  ['no answer long after', answered(0, 130_000), '/list was answered with nothing'],
] as const)('%s', (_name, answer, fault) => {
  expect(faultOf(answer, outages)).toBe(fault);
});
