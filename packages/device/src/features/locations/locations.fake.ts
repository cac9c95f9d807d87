import { dayIn, momentOf } from '@fairwatch/contract';
import type { Clock } from '../../fake/days.ts';
import { addressAt } from '../../fake/roads/addresses.ts';
import { shifted, type Point } from '../../fake/roads/geometry.ts';
import { findRoute } from '../../fake/roads/route.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { planDay, type Trip } from './day-plan.ts';
import { lifeOf, modes, type Life, type Stay } from './lives.ts';
import { timeZone } from './towns.ts';

type Location = RowOf<'locations'>;

const minuteMs = 60_000;
/** How far back a phone remembers where it was. */
const remembersDays = 7;
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
export function fakeWhereabouts(
  random: Random,
  clock: Clock,
  town: Town | null,
): { life: Life; read: () => Location[] } {
  const seed = String(random.next());
  const life = lifeOf(random, town);
  const read = () => {
    const end = clock();
    const start = end - remembersDays * 24 * 60 * minuteMs;
    const rows: Location[] = [];
    const lastDay = dayIn(timeZone, end);
    for (let day = dayIn(timeZone, start); day <= lastDay; day = dayAfter(day)) {
      rows.push(...pointsOf(life, day, seededRandom(`${seed}/${day}`)));
    }
    return rows.filter(({ localDateTime }) => {
      const at = Date.parse(localDateTime);
      return at >= start && at <= end;
    });
  };
  return { life, read };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * minuteMs).toISOString().slice(0, 10);
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
      const { travel, pace: usual, everySeconds } = modes[by];
      const route = findRoute(house, to.house, travel);
      const pace = usual * (0.85 + random.next() * 0.3);
      for (const seconds of momentsOf(route.bends, everySeconds * pace)) {
        take(from + (seconds / pace) * 1000, { ...route.at(seconds), nickname: '' }, 3);
      }
      return from + (route.seconds / pace) * 1000;
    },
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
