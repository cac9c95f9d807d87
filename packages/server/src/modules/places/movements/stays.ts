import { isWithin, type Place } from '@fairwatch/contract';
import type { TimedPlace } from './movement.ts';

type Spot = Pick<TimedPlace, 'at' | 'latitude' | 'longitude'>;

/** A stay, by the indexes of its first and last point. */
export interface Stay extends Place {
  first: number;
  last: number;
}

/** The radius and the minimum duration of a stay: wider than GPS noise, shorter than a wait for a bus. */
const stayMetres = 120;
const stayMs = 10 * 60_000;

/** A candidate that is no stay yet has at most this many points; a device that sends more of them in ten minutes cannot slow the search. */
const mostPending = 1000;

interface Candidate extends Stay {
  since: number;
  until: number;
  /** Its points after the first, while it may turn out to be no stay and the search begins again at the second. */
  pending: { spot: Spot; index: number }[];
}

export interface StayFinder {
  /** Points come in the order of time. */
  add(spot: Spot): void;
  /** Ends the search; the last stay may go on until the last point. */
  finish(): void;
}

/** Finds the stays of a track in the order of time, and passes each to `found`. It keeps no more points than ten minutes have. */
export function createStayFinder(found: (stay: Stay) => void): StayFinder {
  let candidate: Candidate | null = null;
  let count = 0;

  function extend(stay: Candidate, spot: Spot, index: number): void {
    stay.last = index;
    stay.until = spot.at;
    // The running mean of the points, so that noise does not shift the centre.
    const share = 1 / (stay.last - stay.first + 1);
    stay.latitude += (spot.latitude - stay.latitude) * share;
    // Counted on beyond the antimeridian, so that the mean of two places beside it is there, and not on the other side of the earth.
    stay.longitude +=
      (spot.longitude + 360 * Math.round((stay.longitude - spot.longitude) / 360) - stay.longitude) * share;
    if (!isLong(stay)) stay.pending.push({ spot, index });
    else if (stay.pending.length > 0) stay.pending = [];
  }

  /** Takes the points of `queue` in order. A candidate that ends too early puts its points back, without the first. */
  function take(queue: { spot: Spot; index: number }[]): void {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { spot, index } = next;
      if (candidate === null || candidate.pending.length >= mostPending) candidate = begin(spot, index);
      else if (continues(candidate, spot)) extend(candidate, spot, index);
      else if (isLong(candidate)) {
        report(candidate);
        candidate = begin(spot, index);
      } else {
        queue.unshift(...candidate.pending, next);
        candidate = null;
      }
    }
  }

  function report({ first, last, latitude, longitude }: Candidate): void {
    found({ first, last, latitude, longitude: longitude - 360 * Math.round(longitude / 360) });
  }

  return {
    add(spot) {
      // Most points continue a stay.
      if (candidate !== null && continues(candidate, spot)) extend(candidate, spot, count);
      else take([{ spot, index: count }]);
      count += 1;
    },
    finish() {
      while (candidate !== null) {
        const { pending }: Candidate = candidate;
        if (isLong(candidate)) report(candidate);
        candidate = null;
        take(pending);
      }
    },
  };
}

/** Finds the stays of a whole track. */
export function findStays(points: readonly Spot[]): Stay[] {
  const stays: Stay[] = [];
  const finder = createStayFinder((stay) => stays.push(stay));
  for (const point of points) finder.add(point);
  finder.finish();
  return stays;
}

function begin({ at, latitude, longitude }: Spot, index: number): Candidate {
  return { first: index, last: index, latitude, longitude, since: at, until: at, pending: [] };
}

function continues(stay: Candidate, spot: Spot): boolean {
  return stay.pending.length < mostPending && isWithin(stay, spot, stayMetres);
}

function isLong({ since, until }: Candidate): boolean {
  return until - since >= stayMs;
}
