import type { Check } from '../core/scenario.ts';
import type { Sample } from './samples.ts';

const hour = 3600;
export const megabyte = 1024 * 1024;

/** Caches fill and code is compiled for so long after a start, in seconds; in a short run a quarter of the time counts as that. */
const warmUpSeconds = 15 * 60;
/** A slope over less time says nothing about an hour. */
const shortestSeconds = 20 * 60;
const fewestPoints = 8;

export interface Point {
  /** Seconds. */
  x: number;
  y: number;
}

/** A line through points by least squares: its slope and the standard error of it, per hour. */
export interface Slope {
  perHour: number;
  error: number;
  /** The time that the points cover, in seconds. */
  seconds: number;
}

/** Fits a line; null for fewer than three points, through which any line fits. */
export function fitSlope(points: readonly Point[]): Slope | null {
  const count = points.length;
  if (count < 3) return null;
  const mean = (pick: (point: Point) => number) => points.reduce((sum, point) => sum + pick(point), 0) / count;
  const [middleX, middleY] = [mean(({ x }) => x), mean(({ y }) => y)];
  const spread = points.reduce((sum, { x }) => sum + (x - middleX) ** 2, 0);
  if (spread === 0) return null;
  const slope = points.reduce((sum, { x, y }) => sum + (x - middleX) * (y - middleY), 0) / spread;
  const rest = points.reduce((sum, { x, y }) => sum + (y - middleY - slope * (x - middleX)) ** 2, 0);
  return {
    perHour: slope * hour,
    error: Math.sqrt(rest / (count - 2) / spread) * hour,
    seconds: (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0),
  };
}

/** The samples after the warm-up of the server's longest life: a server that was killed begins again with an empty memory. */
export function steadySamples(samples: readonly Sample[]): Sample[] {
  const lives = [...new Set(samples.map(({ life }) => life))].map((life) => withoutWarmUp(samples, life));
  return lives.reduce((longest, each) => (spanOf(each) > spanOf(longest) ? each : longest), []);
}

function withoutWarmUp(samples: readonly Sample[], life: number): Sample[] {
  const own = samples.filter((sample) => sample.life === life);
  const warmAt = (own[0]?.at ?? 0) + Math.min(warmUpSeconds, spanOf(own) / 4);
  return own.filter(({ at }) => at >= warmAt);
}

function spanOf(samples: readonly Sample[]): number {
  return (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
}

/**
 * Compares a slope with its limit. What lies above the limit by less than twice its error is noise, and neither passes nor fails: a longer run
 * or a quieter machine must decide. The same goes for a run that is too short.
 */
export function judgeSlope(what: string, points: readonly Point[], limit: number, unit: string): Check {
  const slope = fitSlope(points);
  if (slope === null || slope.seconds < shortestSeconds || points.length < fewestPoints)
    return { what, measured: 'too short to say', limit: '', ok: true };
  const measured = `${slope.perHour.toFixed(2)} ± ${slope.error.toFixed(2)} ${unit} per hour`;
  const isNoise = slope.perHour >= limit && slope.perHour - 2 * slope.error < limit;
  if (isNoise) return { what, measured: `${measured}, within the noise`, limit: '', ok: true };
  return { what, measured, limit: `< ${limit} ${unit} per hour`, ok: slope.perHour < limit };
}

/** A table that grows, in bytes per hour with its indexes. */
export interface Growth {
  table: string;
  perHour: number;
  rows: number;
  bytes: number;
  /** What ends the growth; null when nothing does. */
  bound: string | null;
}

/** Tables that grow by less are about as large as their rows need: pages fill and are vacuumed at their own times. */
const growsFrom = { perHour: megabyte, bytes: megabyte / 4 };

/** The tables that grow, fastest first. `bounds` says of a table what ends its growth. */
export function growingTables(samples: readonly Sample[], bounds: ReadonlyMap<string, string>): Growth[] {
  const last = samples.at(-1);
  return Object.entries(last?.tables ?? {})
    .flatMap(([table, { rows, bytes, indexBytes }]) => {
      const points = samples.map(({ at, tables }) => {
        const then = tables[table];
        return { x: at, y: (then?.bytes ?? 0) + (then?.indexBytes ?? 0) };
      });
      const slope = fitSlope(points);
      const grown = (points.at(-1)?.y ?? 0) - (points[0]?.y ?? 0);
      if (slope === null || grown < growsFrom.bytes || slope.perHour - 2 * slope.error < growsFrom.perHour) return [];
      return [{ table, perHour: slope.perHour, rows, bytes: bytes + indexBytes, bound: bounds.get(table) ?? null }];
    })
    .toSorted((one, other) => other.perHour - one.perHour);
}

/** A time in which the server or its database was down on purpose, in Unix time; `to` is when it was ready again. */
export interface Outage {
  what: string;
  from: number;
  to: number;
}

/** The answer to one request: its status, 0 for none, and when it was asked and answered. */
export interface Answered {
  path: string;
  status: number;
  from: number;
  to: number;
}

/** A connection that broke with the outage is noticed this long after it. */
const noticedWithinMs = 5000;

/**
 * What is wrong with an answer; null when nothing is. A server that runs answers everything, and never with a 5xx. While it or its database is
 * down on purpose there is no answer, or a 503 that says "later"; any other 5xx is wrong even then.
 */
export function faultOf({ path, status, from, to }: Answered, outages: readonly Outage[]): string | null {
  if (status > 0 && status < 500) return null;
  const isExpected = outages.some((outage) => from <= outage.to + noticedWithinMs && to >= outage.from);
  if (isExpected && (status === 0 || status === 503)) return null;
  return `${path} was answered with ${status === 0 ? 'nothing' : status}`;
}
