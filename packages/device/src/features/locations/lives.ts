import { homesIn } from '../../fake/roads/addresses.ts';
import { metresBetween, type Point } from '../../fake/roads/geometry.ts';
import type { Travel } from '../../fake/roads/route.ts';
import { seededRandom, type Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import { depot, towns, type TownPlaces } from './towns.ts';

/** The means of transport: how they use the roads, how fast compared with others there, and the most seconds between two points of a track. */
export const modes = {
  walk: { travel: 'WALK', pace: 1, everySeconds: 240 },
  bike: { travel: 'BIKE', pace: 1, everySeconds: 150 },
  bus: { travel: 'DRIVE', pace: 0.65, everySeconds: 120 },
  car: { travel: 'DRIVE', pace: 0.9, everySeconds: 120 },
} as const satisfies Record<string, { travel: Travel; pace: number; everySeconds: number }>;
export type Mode = keyof typeof modes;

/** Somewhere a person stays. */
export interface Stay {
  /** What its person calls it; empty for a place without a name. */
  nickname: string;
  house: Point;
}

/** The life of one person. */
export interface Life {
  town: TownPlaces;
  home: Stay;
  work: Stay;
  /** Where they eat when they are at work. */
  lunch: Point;
  /** How they go where it is too far to cycle. */
  far: 'bus' | 'car';
  /** When somebody drives all day; undefined for those who do not. */
  shift?: 'EARLY' | 'LATE';
}

/** In metres, as the crow flies. */
const farthest = { walk: 1100, bike: 3500 };

/** On foot, by bicycle, or as this person goes where it is far. */
export function modeFor({ far }: Pick<Life, 'far'>, from: Point, to: Point): Mode {
  const metres = metresBetween(from, to);
  if (metres < farthest.walk) return 'walk';
  return metres < farthest.bike ? 'bike' : far;
}

/** Pupils of a class live in their town or in one of these. */
const nextTowns = ['Schaan', 'Triesen'];

/** The life of a phone's person, with a home of their own unless they share it. */
export function lifeOf(random: Random, shared: Town | null): Life {
  if (shared === null) return lifeAt(random.pick(towns), { pupil: random.chance(0.15) }, random);
  const { city, common, pupil } = shared;
  const town = townOf(city);
  if (common === 'DEPOT') {
    const home = { nickname: 'Depot', house: depot };
    const shift = random.chance(0.6) ? 'EARLY' : 'LATE';
    return { town, home, work: home, lunch: town.shop, far: 'car', shift };
  }
  if (common === 'HOUSEHOLD') {
    const house = seededRandom(city).pick(homesIn(city));
    return lifeAt(town, { pupil, house }, random);
  }
  const own = random.chance(0.5) ? town : townOf(random.pick(nextTowns));
  const life = lifeAt(own, { pupil }, random);
  return { ...life, work: { nickname: pupil ? 'School' : 'Work', house: town.school }, lunch: nearest(town.school) };
}

function lifeAt(town: TownPlaces, { pupil, house }: { pupil: boolean; house?: Point }, random: Random): Life {
  const home = { nickname: 'Home', house: house ?? random.pick(homesIn(town.name)) };
  const worksIn = random.chance(0.5) ? town : random.pick(towns);
  const workplace = random.pick(worksIn.work);
  const far = random.chance(0.6) && !pupil ? 'car' : 'bus';
  const work = pupil ? { nickname: 'School', house: town.school } : { nickname: 'Work', house: workplace };
  return { town, home, work, lunch: nearest(work.house), far };
}

function townOf(name: string): TownPlaces {
  const found = towns.find((town) => town.name === name);
  if (!found) throw new Error(`There is no town ${name}.`);
  return found;
}

/** The nearest place to eat. */
function nearest(house: Point): Point {
  const [first] = towns
    .flatMap(({ lunch }) => lunch)
    .toSorted((one, other) => metresBetween(house, one) - metresBetween(house, other));
  return first ?? house;
}
