import { readFileSync } from 'node:fs';
import { metresBetween, metresPerDegree, pointBetween, shareAlong, type Point } from './geometry.ts';
import { roadClasses, roadsFile, unitsPerDegree, type RoadClass, type RoadFile } from './road-file.ts';

/** A road from one crossing to the next. */
export interface Road {
  from: number;
  to: number;
  class: RoadClass;
  /** Empty for a road without a name. */
  street: string;
  /** With its postcode. */
  town: string;
  oneway: boolean;
  line: readonly Point[];
  /** How far each point is from the beginning, in metres. */
  metres: readonly number[];
  length: number;
  box: Box;
}

interface Box {
  south: number;
  west: number;
  north: number;
  east: number;
}

export interface Crossing {
  point: Point;
  roads: Road[];
}

export interface RoadNetwork {
  roads: readonly Road[];
  /** Where each crossing is, and the roads there. */
  crossings: readonly Crossing[];
  /** Houses by the name of their town. */
  homes: ReadonlyMap<string, readonly Point[]>;
  /** The named streets of each town. */
  streets: ReadonlyMap<string, readonly string[]>;
}

/** The place of a road that is nearest to a point. */
export interface RoadPlace {
  road: Road;
  point: Point;
  /** From the beginning of the road. */
  metres: number;
}

let network: RoadNetwork | undefined;

/** The roads of Liechtenstein. They are read when the first phone moves. */
export function roadNetwork(): RoadNetwork {
  network ??= readNetwork();
  return network;
}

function readNetwork(): RoadNetwork {
  const { towns, streets, roads: rows } = JSON.parse(readFileSync(roadsFile, 'utf8')) as RoadFile;
  const roads = rows.map(([from = 0, to = 0, kind = 0, street = 0, town = 0, oneway, ...steps]): Road => {
    const line = pointsOf(steps);
    const metres = distancesAlong(line);
    return {
      from,
      to,
      class: roadClasses[kind] ?? 'LOCAL',
      street: streets[street] ?? '',
      town: towns[town]?.name ?? '',
      oneway: oneway === 1,
      line,
      metres,
      length: metres.at(-1) ?? 0,
      box: boxOf(line),
    };
  });
  const crossings: Crossing[] = [];
  const streetsOf = new Map<string, Set<string>>();
  for (const road of roads) {
    const ends = [road.line[0], road.line.at(-1)];
    for (const [place, number] of [road.from, road.to].entries()) {
      const crossing = (crossings[number] ??= { point: ends[place] ?? [0, 0], roads: [] });
      if (!crossing.roads.includes(road)) crossing.roads.push(road);
    }
    if (road.street === '') continue;
    const named = streetsOf.get(road.town);
    if (named) named.add(road.street);
    else streetsOf.set(road.town, new Set([road.street]));
  }
  return {
    roads,
    crossings,
    homes: new Map(towns.map(({ name, homes }) => [name, pairsOf(homes)])),
    streets: new Map(Array.from(streetsOf, ([town, names]) => [town, [...names].toSorted()])),
  };
}

function pairsOf(units: readonly number[]): Point[] {
  return Array.from({ length: units.length / 2 }, (_, place): Point => {
    const [north = 0, east = 0] = units.slice(place * 2, place * 2 + 2);
    return [north / unitsPerDegree, east / unitsPerDegree];
  });
}

/** The points of a line of which the first is stored, and of each further one the step to it. */
function pointsOf(steps: readonly number[]): Point[] {
  let [north, east] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, place): Point => {
    north += steps[place * 2] ?? 0;
    east += steps[place * 2 + 1] ?? 0;
    return [north / unitsPerDegree, east / unitsPerDegree];
  });
}

function distancesAlong(line: readonly Point[]): number[] {
  let sum = 0;
  return line.map((point, place) => (sum += metresBetween(line[place - 1] ?? point, point)));
}

/** The nearest place of all roads that fit. */
export function nearestRoad(point: Point, fits: (road: Road) => boolean): RoadPlace {
  let nearest: RoadPlace | undefined;
  let least = Infinity;
  for (const road of roadNetwork().roads) {
    if (!fits(road) || isFarther(road, point, least)) continue;
    for (let place = 0; place < road.line.length - 1; place += 1) {
      const [from, to] = [road.line[place], road.line[place + 1]];
      if (from === undefined || to === undefined) break;
      const share = shareAlong(point, from, to);
      const there = pointBetween(from, to, share);
      const off = metresBetween(point, there);
      if (off >= least) continue;
      least = off;
      const begin = road.metres[place] ?? 0;
      nearest = { road, point: there, metres: begin + ((road.metres[place + 1] ?? begin) - begin) * share };
    }
  }
  if (nearest === undefined) throw new Error('There is no such road.');
  return nearest;
}

function boxOf(line: readonly Point[]): Box {
  const latitudes = line.map(([latitude]) => latitude);
  const longitudes = line.map(([, longitude]) => longitude);
  return {
    south: Math.min(...latitudes),
    north: Math.max(...latitudes),
    west: Math.min(...longitudes),
    east: Math.max(...longitudes),
  };
}

/** True where no part of a road can be as near as this. It is asked of every road, so it only compares. */
function isFarther({ box }: Road, [latitude, longitude]: Point, metres: number): boolean {
  const north = metres / metresPerDegree;
  const east = north * 2;
  return (
    latitude > box.north + north ||
    latitude < box.south - north ||
    longitude > box.east + east ||
    longitude < box.west - east
  );
}
