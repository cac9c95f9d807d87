import { bendsOf, metresBetween, metresPerDegree, pointBetween, type Point } from './geometry.ts';
import type { RoadClass } from './road-file.ts';
import { nearestRoad, roadNetwork, type Road, type RoadPlace } from './road-network.ts';

/** How somebody is on the way. */
export type Travel = 'WALK' | 'BIKE' | 'DRIVE';

/** In metres per second; 0 where one may not go. */
const speeds: Readonly<Record<Travel, Readonly<Record<RoadClass, number>>>> = {
  WALK: { MAIN: 1.35, MINOR: 1.35, LOCAL: 1.35, SLOW: 1.35, CYCLEWAY: 1.35, FOOTWAY: 1.35 },
  BIKE: { MAIN: 4.6, MINOR: 4.6, LOCAL: 4.4, SLOW: 3.6, CYCLEWAY: 4.6, FOOTWAY: 0 },
  DRIVE: { MAIN: 14, MINOR: 11, LOCAL: 8, SLOW: 4.5, CYCLEWAY: 0, FOOTWAY: 0 },
};
const fastest: Readonly<Record<Travel, number>> = { WALK: 1.35, BIKE: 4.6, DRIVE: 14 };
/** From a door to the street, in metres per second. */
const doorSpeed = 1.2;
/** A one-way street the wrong way takes a driver so many times as long, so it is used only where there is no other way. */
const wrongWay = 8;
/** How far a track may be from the street, in metres. */
const bendTolerance = 14;

/** A place on a route, with the street and the town there. */
export interface RoutePlace {
  point: Point;
  address: string;
}

/** A way along streets from one door to another. */
export interface Route {
  /** How long it takes at the usual speed. */
  seconds: number;
  metres: number;
  /** When the direction changes, in seconds from the beginning; the end is the last. */
  bends: readonly number[];
  /** The place after so many seconds. */
  at(seconds: number): RoutePlace;
}

/** Phones ask for the same ways each day, so they are kept. */
const kept = new Map<string, Route>();
const keptStreets = new Map<string, RoadPlace>();
const mostKept = 2000;

/** The fastest way along streets. */
export function findRoute(from: Point, to: Point, by: Travel): Route {
  const key = `${from.join()}/${to.join()}/${by}`;
  const known = kept.get(key);
  if (known) return known;
  const route = makeRoute(from, to, by);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, route);
  return route;
}

/** A part of a road in the direction of travel, in metres from the beginning of the road. */
interface Stretch {
  road: Road;
  from: number;
  to: number;
}

interface Step {
  point: Point;
  /** When one is there. */
  seconds: number;
  /** The road that leads to it. */
  road: Road;
}

/** Where the way from a door meets a road that is open. Doors are few, and a search looks at all roads. */
function streetAt(door: Point, by: Travel): RoadPlace {
  const key = `${door.join()}/${by}`;
  let street = keptStreets.get(key);
  if (street === undefined) {
    street = nearestRoad(door, ({ class: kind }) => speeds[by][kind] > 0);
    if (keptStreets.size >= mostKept) keptStreets.clear();
    keptStreets.set(key, street);
  }
  return street;
}

function makeRoute(from: Point, to: Point, by: Travel): Route {
  const start = streetAt(from, by);
  const end = streetAt(to, by);
  const steps: Step[] = [{ point: from, seconds: 0, road: start.road }];
  let metres = 0;
  const go = (point: Point, road: Road, speed: number) => {
    const last = steps.at(-1);
    const way = metresBetween(last?.point ?? point, point);
    if (way === 0) return;
    metres += way;
    steps.push({ point, seconds: (last?.seconds ?? 0) + way / speed, road });
  };
  go(start.point, start.road, doorSpeed);
  for (const stretch of stretchesBetween(start, end, by)) {
    for (const point of pointsOn(stretch)) go(point, stretch.road, speeds[by][stretch.road.class]);
  }
  go(to, end.road, doorSpeed);
  return routeAlong(steps, metres);
}

function routeAlong(steps: readonly Step[], metres: number): Route {
  const addresses = addressesOf(steps);
  const line = steps.map(({ point }) => point);
  return {
    seconds: steps.at(-1)?.seconds ?? 0,
    metres,
    bends: bendsOf(line, bendTolerance).flatMap((place) => steps[place]?.seconds ?? []),
    at(seconds) {
      let [low, high] = [0, steps.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((steps[middle]?.seconds ?? 0) < seconds) low = middle + 1;
        else high = middle;
      }
      const next = steps[low];
      if (next === undefined) throw new Error('A route has a beginning.');
      const before = steps[low - 1] ?? next;
      const lasts = next.seconds - before.seconds;
      const share = lasts === 0 ? 1 : Math.max(0, Math.min(1, (seconds - before.seconds) / lasts));
      return { point: pointBetween(before.point, next.point, share), address: addresses[low] ?? '' };
    },
  };
}

/** A road without a name is told by the street before it, or at the beginning by the one after it. */
function addressesOf(steps: readonly Step[]): string[] {
  let street = steps.find(({ road }) => road.street !== '')?.road.street ?? '';
  return steps.map(({ road }) => {
    if (road.street !== '') street = road.street;
    return street === '' ? road.town : `${street}, ${road.town}`;
  });
}

/** The points of a stretch in its direction, ends included. */
function pointsOn({ road, from, to }: Stretch): Point[] {
  const [first, last] = [Math.min(from, to), Math.max(from, to)];
  const inner = road.line.filter((_, place) => {
    const metres = road.metres[place] ?? 0;
    return metres > first && metres < last;
  });
  const points = [pointAt(road, first), ...inner, pointAt(road, last)];
  return from <= to ? points : points.toReversed();
}

function pointAt({ line, metres }: Road, at: number): Point {
  const place = Math.max(
    1,
    metres.findIndex((each) => each >= at),
  );
  const [from, to] = [line[place - 1], line[place]];
  if (from === undefined || to === undefined) throw new Error('A road has two ends.');
  const [begin = 0, end = 0] = [metres[place - 1], metres[place]];
  return pointBetween(from, to, end === begin ? 0 : (at - begin) / (end - begin));
}

function secondsFor(road: Road, from: number, to: number, by: Travel): number {
  const usual = Math.abs(to - from) / speeds[by][road.class];
  return by === 'DRIVE' && road.oneway && to < from ? usual * wrongWay : usual;
}

/** How a crossing is reached. */
interface Arrival {
  road: Road;
  /** The crossing before; null for the road on which the way begins. */
  before: number | null;
}

/** The fastest stretches between two places (A*). */
function stretchesBetween(start: RoadPlace, end: RoadPlace, by: Travel): Stretch[] {
  const { crossings } = roadNetwork();
  const seconds = new Float64Array(crossings.length).fill(Infinity);
  const via: Arrival[] = [];
  const left = new Heap();
  const [latitude, longitude] = end.point;
  const narrow = Math.cos((latitude * Math.PI) / 180);
  const perSecond = metresPerDegree / fastest[by];
  const reach = (number: number, after: number, before: number | null, road: Road) => {
    if (after >= (seconds[number] ?? 0)) return;
    seconds[number] = after;
    via[number] = { road, before };
    const [north, east] = crossings[number]?.point ?? end.point;
    const [up, right] = [north - latitude, (east - longitude) * narrow];
    left.push(number, after + Math.sqrt(up * up + right * right) * perSecond);
  };

  let best = Infinity;
  let last: number | null = null;
  if (start.road === end.road) best = secondsFor(start.road, start.metres, end.metres, by);
  for (const [number, metres] of endsOf(start.road)) {
    reach(number, secondsFor(start.road, start.metres, metres, by), null, start.road);
  }
  const done = new Uint8Array(crossings.length);
  for (let next = left.pop(); next !== undefined && next.estimate < best; next = left.pop()) {
    const here = next.crossing;
    if (done[here] === 1) continue;
    done[here] = 1;
    const now = seconds[here] ?? Infinity;
    for (const [number, metres] of endsOf(end.road)) {
      if (number !== here) continue;
      const all = now + secondsFor(end.road, metres, end.metres, by);
      if (all < best) [best, last] = [all, here];
    }
    for (const road of crossings[here]?.roads ?? []) {
      if (speeds[by][road.class] === 0) continue;
      if (road.from === here) reach(road.to, now + secondsFor(road, 0, road.length, by), here, road);
      if (road.to === here) reach(road.from, now + secondsFor(road, road.length, 0, by), here, road);
    }
  }
  if (best === Infinity) throw new Error('There is no way.');
  if (last === null) return [{ road: start.road, from: start.metres, to: end.metres }];

  const stretches = [{ road: end.road, from: last === end.road.from ? 0 : end.road.length, to: end.metres }];
  let number: number | null = last;
  while (number !== null) {
    const arrival: Arrival | undefined = via[number];
    if (arrival === undefined) break;
    const to = number === arrival.road.to ? arrival.road.length : 0;
    const from = arrival.before === null ? start.metres : arrival.road.length - to;
    stretches.push({ road: arrival.road, from, to });
    number = arrival.before;
  }
  return stretches.toReversed();
}

/** The crossings at the ends of a road, and how many metres from its beginning they are. */
function endsOf(road: Road): [crossing: number, metres: number][] {
  return [
    [road.from, 0],
    [road.to, road.length],
  ];
}

/** A binary heap of crossings, of which the one with the least estimate comes first. */
class Heap {
  readonly #items: { crossing: number; estimate: number }[] = [];

  push(crossing: number, estimate: number): void {
    const items = this.#items;
    let place = items.length;
    const item = { crossing, estimate };
    items.push(item);
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = items[parent];
      if (above === undefined || above.estimate <= estimate) break;
      items[place] = above;
      place = parent;
    }
    items[place] = item;
  }

  pop(): { crossing: number; estimate: number } | undefined {
    const items = this.#items;
    const [first] = items;
    const last = items.pop();
    if (first === undefined || last === undefined || items.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = place * 2 + 1;
      const [one, other] = [items[child], items[child + 1]];
      if (one === undefined) break;
      let least = one;
      if (other !== undefined && other.estimate < one.estimate) [least, child] = [other, child + 1];
      if (least.estimate >= last.estimate) break;
      items[place] = least;
      place = child;
    }
    items[place] = last;
    return first;
  }
}
