import { dayIn, momentOf } from '@fairwatch/contract';
import type { Clock } from '../../fake/days.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { citiesOfEurope } from './cities-europe.ts';
import { citiesOverseas } from './cities-overseas.ts';
import { modes, type City, type Corner } from './city.ts';
import { planDay, type Life, type Stay, type Trip } from './day-plan.ts';
import { lifeIn } from './town-life.ts';
import { shifted, wayAlong } from './way.ts';

type Location = RowOf<'locations'>;

/** Real corners of twelve cities, written down here so that no phone asks anybody for an address. */
export const cities = [...citiesOfEurope, ...citiesOverseas];

const minuteMs = 60_000;
/** How far back a phone remembers where it was. */
const remembersDays = 7;

/**
 * Where a person was in the last days: at home at night, at work by day, on the way in between. The same seed and date
 * give the same points, so a phone that is asked again adds what has happened since and changes nothing before.
 */
export function fakeLocations(random: Random, clock: Clock = Date.now, town: Town | null = null): () => Location[] {
  const seed = String(random.next());
  const life = lifeOf(random, town);
  const { timezone } = life.city;
  return () => {
    const end = clock();
    const start = end - remembersDays * 24 * 60 * minuteMs;
    const rows: Location[] = [];
    const lastDay = dayIn(timezone, end);
    for (let day = dayIn(timezone, start); day <= lastDay; day = dayAfter(day)) {
      rows.push(...pointsOf(life, day, seededRandom(`${seed}/${day}`)));
    }
    return rows.filter(({ localDateTime }) => {
      const at = Date.parse(localDateTime);
      return at >= start && at <= end;
    });
  };
}

/** The time zone of the city in which the phone with this generator is; it must be as new as the one given to `fakeLocations`. */
export function fakeTimeZone(random: Random, town: Town | null = null): string {
  // The first value is the seed of the days.
  random.next();
  return lifeOf(random, town).city.timezone;
}

/** The life of a phone's person, in a city of their own unless they share a town. People of the same city live some doors apart. */
export function lifeOf(random: Random, town: Town | null): Life {
  if (town !== null) return lifeIn(town, cities, random);
  const city = random.pick(cities);
  const [latitude, longitude, street] = shifted(city.home, random.int(-150, 150), random.int(-150, 150));
  const corner: Corner = [latitude, longitude, street.replace('#', String(random.int(1, 120)))];
  return { city, home: { nickname: 'Home', corner } };
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 24 * 60 * minuteMs).toISOString().slice(0, 10);
}

/** All points of a day: some while resting, more on the way. */
function pointsOf(life: Life, day: string, random: Random): Location[] {
  const { city, home } = life;
  const note = noteTaker(city, random);
  let stay: Stay = home;
  let at = momentOf(city.timezone, Date.parse(day));
  for (const trip of planDay(life, day, random)) {
    at = note.rest(stay, at, momentOf(city.timezone, Date.parse(day) + trip.leavesAt * minuteMs));
    at = note.travel(trip, at);
    stay = trip.to;
  }
  note.rest(stay, at, momentOf(city.timezone, Date.parse(dayAfter(day))));
  return note.taken;
}

/** Records points with the noise of a phone's GPS: little outdoors, more indoors. */
function noteTaker(city: City, random: Random) {
  const taken: Location[] = [];

  function take(at: number, corner: Corner, nickname: string, noise: number): void {
    const accuracy = random.int(noise, noise * 3);
    // About two thirds of the points lie within the accuracy, most of them well within.
    const spread = () => ((random.next() + random.next() + random.next()) / 1.5 - 1) * accuracy * 0.6;
    const [latitude, longitude, street] = shifted(corner, spread(), spread());
    taken.push({
      key: `point-${Math.round(at / 1000)}`,
      nickname,
      latitude: rounded(latitude),
      longitude: rounded(longitude),
      accuracy,
      address: `${street}, ${city.name}`,
      timezone: city.timezone,
      localDateTime: new Date(Math.round(at / 1000) * 1000).toISOString(),
    });
  }

  return {
    taken,
    /** Returns when the stay ends, which is when the next trip begins. */
    rest({ corner, nickname }: Stay, from: number, to: number): number {
      for (let at = from + 30_000; at < to; at += random.int(25, 50) * minuteMs) take(at, corner, nickname, 9);
      return Math.max(from, to);
    },
    travel({ by, corners }: Trip, from: number): number {
      const { speed, everySeconds } = modes[by];
      const way = wayAlong(corners);
      const pace = speed * (0.85 + random.next() * 0.3);
      const lasts = (way.metres / pace) * 1000;
      for (let at = from; at < from + lasts; at += everySeconds * 1000 * (0.8 + random.next() * 0.4)) {
        const [latitude, longitude, street] = way.at(((at - from) / 1000) * pace);
        take(at, [latitude, longitude, withoutNumber(street)], '', 5);
      }
      return from + lasts;
    },
  };
}

/** On the way one is on a street, not at a door. */
function withoutNumber(street: string): string {
  return street.replace(/^\d[\d-]*\s+|,?\s+\d+$/, '');
}

/** Rounds to about a decimetre: no phone knows its place more exactly. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6;
}
