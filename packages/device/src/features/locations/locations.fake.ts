import { dayIn, momentOf } from '@fairwatch/contract';
import type { Clock } from '../../fake/days.ts';
import { addressAt } from '../../fake/roads/addresses.ts';
import { metresBetween, shifted, type Point } from '../../fake/roads/geometry.ts';
import { findRoute, type Route } from '../../fake/roads/route.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { planDay, type Trip } from './day-plan.ts';
import { lifeOf, modes, type Life, type Mode, type Stay } from './lives.ts';
import { timeZone } from './towns.ts';

type Location = RowOf<'locations'>;

const minuteMs = 60_000;
/** How far back a phone remembers where it was. */
const remembersDays = 7;
const dayMs = 24 * 60 * minuteMs;
/** Nobody is faster than this, about 140 km/h. */
const fastestMetresPerMs = 0.04;
/** The least time between two points on the way, in seconds at the usual speed. */
const closest = 5;

/**
 * Where a person was in the last days: at home at night, at work by day, on the way in between. The same seed and date
 * give the same points, so a phone that is asked again adds what has happened since and changes nothing before.
 */
export function fakeLocations(random: Random, clock: Clock = Date.now, town: Town | null = null): () => Location[] {
  return fakeWhereabouts(random, clock, town).read;
}

/** The life of a phone's person, and where it took them in the last days. */
export interface Whereabouts {
  life: Life;
  read: () => Location[];
  /**
   * The person leaves what their day has planned, such as for a live location. Returns the function to call where that ends: they then
   * go back to what is planned, along the roads.
   */
  leave(): (from: Point, by: Mode) => void;
}

export function fakeWhereabouts(random: Random, clock: Clock, town: Town | null): Whereabouts {
  const seed = String(random.next());
  const life = lifeOf(random, town);
  let detours: Detour[] = [];

  /** The points of these days, with what came in between. */
  function pointsBetween(start: number, end: number): Location[] {
    let rows: Location[] = [];
    const lastDay = dayIn(timeZone, end);
    for (let day = dayIn(timeZone, start); day <= lastDay; day = dayAfter(day)) {
      rows.push(...pointsOf(life, day, seededRandom(`${seed}/${day}`)));
    }
    for (const detour of detours) rows = withDetour(rows, detour);
    return rows.filter((row) => timeOf(row) >= start && timeOf(row) <= end);
  }

  return {
    life,
    read: () => pointsBetween(clock() - remembersDays * dayMs, clock()),
    leave() {
      const leftAt = clock();
      const detour: Detour = { leftAt, back: [], joinsAt: Number.POSITIVE_INFINITY };
      detours = [...detours.filter((earlier) => earlier.leftAt > leftAt - (remembersDays + 1) * dayMs), detour];
      return (from, by) => {
        const endedAt = clock();
        detours = detours.filter((other) => other !== detour);
        const planned = pointsBetween(endedAt, endedAt + dayMs);
        const back = wayBack({ from, by, at: endedAt }, planned, seededRandom(`${seed}/back/${leftAt}`));
        detours = [...detours, { leftAt, ...back }];
      };
    },
  };
}

/** A time in which a person was elsewhere than planned. */
interface Detour {
  leftAt: number;
  /** The points of the way back. */
  back: Location[];
  /** From when on they are where they had planned to be. */
  joinsAt: number;
}

function withDetour(rows: readonly Location[], { leftAt, back, joinsAt }: Detour): Location[] {
  return [
    ...rows.filter((row) => timeOf(row) <= leftAt),
    ...back,
    ...rows.filter((row) => timeOf(row) >= joinsAt && timeOf(row) > leftAt),
  ];
}

/** The way to the first of the planned points that can be reached in time. */
function wayBack(
  { from, by, at }: { from: Point; by: Mode; at: number },
  planned: readonly Location[],
  random: Random,
): Pick<Detour, 'back' | 'joinsAt'> {
  const { travel, pace } = modes[by];
  for (const row of planned) {
    const to: Point = [row.latitude, row.longitude];
    const joinsAt = timeOf(row);
    if (metresBetween(from, to) > (joinsAt - at) * fastestMetresPerMs) continue;
    const route = findRoute(from, to, travel);
    const arrivesAt = at + (route.seconds / pace) * 1000;
    if (arrivesAt > joinsAt) continue;
    const note = noteTaker(random);
    note.follow(route, by, { pace, from: at });
    // Whoever is there earlier stays until then.
    if (joinsAt - arrivesAt > closest * 1000)
      note.rest({ house: to, nickname: row.nickname }, arrivesAt - 30_000, arrivesAt + 1);
    return { back: note.taken, joinsAt };
  }
  return { back: [], joinsAt: Number.POSITIVE_INFINITY };
}

const timeOf = ({ localDateTime }: Pick<Location, 'localDateTime'>): number => Date.parse(localDateTime);

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);
}

/** All points of a day: some while resting, more on the way. */
function pointsOf(life: Life, day: string, random: Random): Location[] {
  const note = noteTaker(random);
  let stay: Stay = life.home;
  let at = momentOf(timeZone, Date.parse(day));
  for (const trip of planDay(life, day, random)) {
    at = note.rest(stay, at, momentOf(timeZone, Date.parse(day) + trip.leavesAt * minuteMs));
    at = note.travel(trip, at);
    stay = trip.to;
  }
  note.rest(stay, at, momentOf(timeZone, Date.parse(dayAfter(day))));
  return note.taken;
}

interface Noted {
  point: Point;
  address: string;
  nickname: string;
}

/** Records points with the noise of a phone's GPS: little outdoors, more indoors. */
function noteTaker(random: Random) {
  const taken: Location[] = [];

  function take(at: number, { point, address, nickname }: Noted, noise: number): void {
    const accuracy = random.int(noise, noise * 3);
    // About two thirds of the points lie within the accuracy, most of them well within.
    const spread = () => ((random.next() + random.next() + random.next()) / 1.5 - 1) * accuracy * 0.6;
    const [latitude, longitude] = shifted(point, spread(), spread());
    taken.push({
      key: `point-${Math.round(at / 1000)}`,
      nickname,
      latitude: rounded(latitude),
      longitude: rounded(longitude),
      accuracy,
      address,
      timezone: timeZone,
      localDateTime: new Date(Math.round(at / 1000) * 1000).toISOString(),
    });
  }

  function follow(route: Route, by: Mode, { pace, from }: { pace: number; from: number }): void {
    for (const seconds of momentsOf(route.bends, modes[by].everySeconds * pace)) {
      take(from + (seconds / pace) * 1000, { ...route.at(seconds), nickname: '' }, 3);
    }
  }

  return {
    taken,
    /** Returns when the stay ends, which is when the next trip begins. */
    rest({ house, nickname }: Stay, from: number, to: number): number {
      const noted = { point: house, address: addressAt(house), nickname };
      for (let at = from + 30_000; at < to; at += random.int(25, 50) * minuteMs) take(at, noted, 9);
      return Math.max(from, to);
    },
    /** Records where the direction changes, so that a line through the points follows the streets, and now and then in between. */
    travel({ by, from: house, to }: Trip, from: number): number {
      const { travel, pace: usual } = modes[by];
      const route = findRoute(house, to.house, travel);
      const pace = usual * (0.85 + random.next() * 0.3);
      follow(route, by, { pace, from });
      return from + (route.seconds / pace) * 1000;
    },
    follow,
  };
}

/** The bends of a route, and moments between those that are farther apart than this. Two that are close to one another count once. */
function momentsOf(bends: readonly number[], most: number): number[] {
  const moments: number[] = [];
  for (const bend of bends.slice(0, -1)) {
    const last = moments.at(-1);
    if (last !== undefined && bend - last < closest) continue;
    if (last !== undefined) moments.push(...between(last, bend, most));
    moments.push(bend);
  }
  const [last = 0, end = 0] = [moments.at(-1), bends.at(-1)];
  return [...moments, ...between(last, end, most)];
}

function between(from: number, to: number, most: number): number[] {
  const parts = Math.ceil((to - from) / most);
  return Array.from({ length: Math.max(0, parts - 1) }, (_, part) => from + ((to - from) * (part + 1)) / parts);
}

/** Rounds to about a decimetre: no phone knows its place more exactly. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
