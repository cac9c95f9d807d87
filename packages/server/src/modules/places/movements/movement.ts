import { isInside, isWithin, metresBetween, type Box, type Place, type ZoneShape } from '@fairwatch/contract';

/** A point of a track. */
export interface TimedPlace extends Place {
  /** Milliseconds since 1970. */
  at: number;
  /** In metres: the device was most likely within this distance. */
  accuracy: number;
}

/** A zone that is for a device, with the box around it. */
export interface AppliedZone extends Box {
  id: number;
  name: string;
  area: ZoneShape;
}

/** What a device did in a period. */
export interface Movement {
  points: number;
  metres: number;
  /** Seconds in each zone, the longest first. */
  zones: { zoneId: number; name: string; seconds: number }[];
}

export interface MovementMeter {
  /** Replaces the zones: those that one of the points so far is in are among them, and those that one of the next points may be in. */
  setZones(zones: readonly AppliedZone[]): void;
  /** Points come in the order of time, none before the first boundary. */
  add(point: TimedPlace): void;
  /** What was measured between each boundary and the next. */
  results(): Movement[];
}

/**
 * A device that hardly moves sends few points: a night at home may be two of them. Between points further apart than this nobody knows
 * where the device was, so the time counts for no zone.
 */
const longestGapMs = 12 * 3_600_000;

interface Period {
  begin: number;
  end: number;
  points: number;
  metres: number;
}

/** A zone, whether the last point was inside, and the milliseconds in it in each period. */
interface WatchedZone {
  zone: AppliedZone;
  isIn: boolean;
  ms: number[];
}

/**
 * Measures the way of one device and its time in zones, between each of `boundaries` (milliseconds) and the next. It keeps no points, so a
 * track can be of any length.
 *
 * The way is the sum of steps. A step that is not longer than the accuracy of one of its ends may be noise and does not count; the next one is
 * then measured from the same place, so that a slow walk counts as soon as it is out of the noise. Time in a zone is the time between two
 * points in a row that are both inside.
 */
export function createMovementMeter(given: readonly AppliedZone[], boundaries: readonly number[]): MovementMeter {
  const periods = boundaries.slice(1).map((end, place): Period => {
    return { begin: boundaries[place] ?? end, end, points: 0, metres: 0 };
  });
  let watched: WatchedZone[] = [];
  /** Where the next step is measured from. */
  let anchor: TimedPlace | null = null;
  /** The time of the last point. */
  let before = -Infinity;
  let current = 0;

  function addStep(period: Period, point: TimedPlace): void {
    if (anchor === null) anchor = point;
    else {
      if (!isWithin(anchor, point, Math.max(anchor.accuracy, point.accuracy))) {
        period.metres += metresBetween(anchor, point);
        anchor = point;
      } else if (point.accuracy < anchor.accuracy) {
        // It is the same place, known better.
        anchor = point;
      }
    }
  }

  /** Time that goes over a boundary, such as midnight, is divided. */
  function addTime({ ms }: WatchedZone, from: number, to: number): void {
    for (let place = current; place >= 0; place -= 1) {
      const period = periods[place];
      if (period === undefined || period.end <= from) return;
      const added = Math.min(to, period.end) - Math.max(from, period.begin);
      if (added > 0) ms[place] = (ms[place] ?? 0) + added;
    }
  }

  function setZones(zones: readonly AppliedZone[]): void {
    const known = new Map(watched.map((each) => [each.zone.id, each]));
    watched = zones.map((zone) => known.get(zone.id) ?? { zone, isIn: false, ms: periods.map(() => 0) });
  }

  setZones(given);
  return {
    setZones,
    add(point) {
      while (current < periods.length - 1 && point.at >= (periods[current]?.end ?? Infinity)) current += 1;
      const period = periods[current];
      if (period === undefined) return;
      period.points += 1;
      addStep(period, point);
      const isSoon = point.at - before <= longestGapMs;
      for (const each of watched) {
        const wasIn = each.isIn;
        each.isIn = isInZone(each.zone, point);
        if (wasIn && each.isIn && isSoon) addTime(each, before, point.at);
      }
      before = point.at;
    },
    results: () =>
      periods.map(({ points, metres }, place) => ({
        points,
        metres: Math.round(metres),
        zones: watched
          .map(({ zone: { id, name }, ms }) => ({ zoneId: id, name, seconds: Math.round((ms[place] ?? 0) / 1000) }))
          .filter(({ seconds }) => seconds > 0)
          .sort((a, b) => b.seconds - a.seconds),
      })),
  };
}

/** The name of the smallest of the zones that a place is in; null outside of all. */
export function zoneAt(zones: readonly AppliedZone[], place: Place): string | null {
  const inside = zones.filter((zone) => isInZone(zone, place));
  const [smallest] = inside.sort((a, b) => sizeOf(a) - sizeOf(b));
  return smallest?.name ?? null;
}

/** There may be hundreds of zones for each of many thousand points, so their boxes are compared before their areas. */
function isInZone(zone: AppliedZone, place: Place): boolean {
  return isInBox(zone, place) && isInside(zone.area, place);
}

function isInBox({ west, east, south, north }: Box, { latitude, longitude }: Place): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

function sizeOf({ west, east, south, north }: Box): number {
  return (east - west) * (north - south);
}
