import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  roadClasses,
  roadsFile,
  unitsPerDegree,
  type RoadClass,
  type RoadFile,
} from '../../packages/device/src/fake/roads/road-file.ts';
import {
  bendsOf,
  metresBetween,
  metresPerDegree,
  pointBetween,
  shareAlong,
  type Point,
} from '../../packages/device/src/fake/roads/geometry.ts';
import { readExtract, type OsmExtract, type OsmWay } from './osm-extract.ts';

/** By the value of `highway`. Paths and tracks into the mountains are left out. */
const classes: Readonly<Record<string, RoadClass>> = {
  primary: 'MAIN',
  primary_link: 'MAIN',
  secondary: 'MAIN',
  secondary_link: 'MAIN',
  tertiary: 'MINOR',
  unclassified: 'MINOR',
  residential: 'LOCAL',
  road: 'LOCAL',
  living_street: 'SLOW',
  service: 'SLOW',
  cycleway: 'CYCLEWAY',
  footway: 'FOOTWAY',
  pedestrian: 'FOOTWAY',
  steps: 'FOOTWAY',
};

/** The postcodes of Liechtenstein by the names of its villages in the extract. */
const postcodes: Readonly<Record<string, string>> = {
  Vaduz: '9490',
  Schaan: '9494',
  Balzers: '9496',
  Triesen: '9495',
  Triesenberg: '9497',
  Steg: '9497',
  Malbun: '9497',
  Planken: '9498',
  Nendeln: '9485',
  Schaanwald: '9486',
  Gamprin: '9487',
  Schellenberg: '9488',
  Ruggell: '9491',
  Eschen: '9492',
  Mauren: '9493',
};
/** Where people live. */
const homeTowns = ['Vaduz', 'Schaan', 'Balzers', 'Triesen', 'Nendeln'];
const homesPerTown = 40;
/** Tags that say nothing about who is in a building. */
const factsOfHouse = ['building', 'building:levels', 'created_by', 'source', 'wall', 'height'];
/** In square metres: neither a shed nor a factory. */
const homeArea = { from: 80, to: 320 };
/** In metres from the middle of a house to its street. */
const homeToRoad = { from: 8, to: 45 };
/** In metres from the middle of a village. */
const villageRadius = 1300;
/** How far a simplified road may be from the real one, in metres. */
const tolerance = 2;

interface Road {
  class: RoadClass;
  street: string;
  oneway: boolean;
  from: string;
  to: string;
  line: Point[];
}

interface Village {
  name: string;
  point: Point;
}

/** Makes the road network of the simulated phones from an extract of OpenStreetMap. */
export async function makeRoads(path: string): Promise<void> {
  const extract = readExtract(path);
  const roads = connected(roadsOf(extract));
  const villages = villagesOf(extract);
  const towns = villages.map((village) => {
    const homes = homeTowns.includes(village.name) ? homesOf(extract, village, villages, roads) : [];
    return { name: `${postcodes[village.name] ?? ''} ${village.name}`, homes: homes.flatMap(unitsOf) };
  });
  const streets = [...new Set(roads.map(({ street }) => street))].toSorted();
  const nodes = new Map<string, number>();
  const numberOf = (node: string) => {
    if (!nodes.has(node)) nodes.set(node, nodes.size);
    return nodes.get(node) ?? 0;
  };
  const rows = roads.map((road): RoadFile['roads'][number] => {
    const facts = [
      numberOf(road.from),
      numberOf(road.to),
      roadClasses.indexOf(road.class),
      streets.indexOf(road.street),
      villages.indexOf(villageOf(villages, road)),
      road.oneway ? 1 : 0,
    ];
    return facts.concat(steps(road.line));
  });
  const text = [
    `{ "towns": [\n${towns.map((town) => JSON.stringify(town)).join(',\n')}\n],`,
    `"streets": ${JSON.stringify(streets)},`,
    `"roads": [\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n] }\n`,
  ].join('\n');
  await mkdir(dirname(roadsFile), { recursive: true });
  await writeFile(roadsFile, text);
  console.log(`${roadsFile}: ${rows.length} roads, ${nodes.size} crossings, ${text.length} bytes`);
}

/** The roads from crossing to crossing. */
function roadsOf({ ways, points }: OsmExtract): Road[] {
  const used = ways.filter(isRoad);
  const times = new Map<string, number>();
  for (const { nodes } of used) {
    for (const node of nodes) times.set(node, (times.get(node) ?? 0) + 1);
  }
  return used.flatMap(({ tags, nodes }) => {
    const kind = classes[tags.get('highway') ?? ''] ?? 'LOCAL';
    const street = tags.get('name') ?? '';
    const oneway = tags.get('oneway') === 'yes' || tags.get('junction') === 'roundabout';
    const there = nodes.filter((node) => points.has(node));
    const cuts = there.flatMap((node, place) =>
      place === 0 || place === there.length - 1 || (times.get(node) ?? 0) > 1 ? [place] : [],
    );
    return cuts.slice(1).map((end, place): Road => {
      const part = there.slice(cuts[place], end + 1);
      const line = part.map((node) => points.get(node)).filter((point) => point !== undefined);
      return {
        class: kind,
        street,
        oneway,
        from: part[0] ?? '',
        to: part.at(-1) ?? '',
        line: bendsOf(line, tolerance).flatMap((bend) => line.slice(bend, bend + 1)),
      };
    });
  });
}

function isRoad({ tags }: OsmWay): boolean {
  return classes[tags.get('highway') ?? ''] !== undefined && tags.get('area') !== 'yes' && !tags.has('construction');
}

/** The largest network of streets for cars, and the ways for others that are connected to it. */
function connected(roads: readonly Road[]): Road[] {
  const isForCars = ({ class: kind }: Road) => kind !== 'CYCLEWAY' && kind !== 'FOOTWAY';
  const cars = largestNetwork(roads.filter(isForCars));
  return largestNetwork(roads.filter((road) => cars.includes(road) || !isForCars(road)));
}

function largestNetwork(roads: readonly Road[]): Road[] {
  const at = new Map<string, Road[]>();
  for (const road of roads) {
    for (const node of [road.from, road.to]) at.set(node, [...(at.get(node) ?? []), road]);
  }
  let largest = new Set<Road>();
  const seen = new Set<Road>();
  for (const road of roads) {
    if (seen.has(road)) continue;
    const network = new Set([road]);
    for (const each of network) {
      for (const next of [...(at.get(each.from) ?? []), ...(at.get(each.to) ?? [])]) network.add(next);
    }
    for (const each of network) seen.add(each);
    if (network.size > largest.size) largest = network;
  }
  return [...largest];
}

function villagesOf({ spots }: OsmExtract): Village[] {
  const found = spots
    .filter(({ tags }) => tags.has('place') && postcodes[tags.get('name') ?? ''] !== undefined)
    .map(({ tags, point }) => ({ name: tags.get('name') ?? '', point }));
  return found.filter(({ name }, place) => found.findIndex((other) => other.name === name) === place);
}

/** Houses beside a local street with a name, some of each part of the village. Their names and numbers are not read. */
function homesOf(
  { ways, points }: OsmExtract,
  village: Village,
  villages: readonly Village[],
  roads: readonly Road[],
): Point[] {
  const named = roads.filter(({ street }) => street !== '');
  const houses = ways
    .filter(({ tags }) => tags.has('building') && [...tags.keys()].every((key) => factsOfHouse.includes(key)))
    .flatMap(({ nodes }) => {
      const corners = nodes.map((node) => points.get(node)).filter((point) => point !== undefined);
      if (!isBetween(areaOf(corners), homeArea)) return [];
      const middle = centreOf(corners);
      return metresBetween(middle, village.point) < villageRadius ? [middle] : [];
    })
    .filter((house) => {
      const { road, metres } = nearestOf(named, house);
      return road?.class === 'LOCAL' && villageOf(villages, road) === village && isBetween(metres, homeToRoad);
    })
    .toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const every = Math.max(1, houses.length / homesPerTown);
  return houses.filter((_, place) => Math.floor(place / every) !== Math.floor((place - 1) / every));
}

function isBetween(value: number, { from, to }: { from: number; to: number }): boolean {
  return value >= from && value <= to;
}

/** The nearest road, and how far it is. */
function nearestOf(roads: readonly Road[], point: Point): { road: Road | undefined; metres: number } {
  let nearest: { road: Road | undefined; metres: number } = { road: undefined, metres: Infinity };
  for (const road of roads) {
    for (const [place, end] of road.line.slice(1).entries()) {
      const begin = road.line[place] ?? end;
      const metres = metresBetween(point, pointBetween(begin, end, shareAlong(point, begin, end)));
      if (metres < nearest.metres) nearest = { road, metres };
    }
  }
  return nearest;
}

function metresOf([latitude, longitude]: Point): [east: number, north: number] {
  return [longitude * metresPerDegree * Math.cos((latitude * Math.PI) / 180), latitude * metresPerDegree];
}

function areaOf(ring: readonly Point[]): number {
  let twice = 0;
  for (const [place, corner] of ring.entries()) {
    const [east, north] = metresOf(corner);
    const [nextEast, nextNorth] = metresOf(ring[(place + 1) % ring.length] ?? corner);
    twice += east * nextNorth - nextEast * north;
  }
  return Math.abs(twice) / 2;
}

/** The middle of a ring that ends where it begins. */
function centreOf(ring: readonly Point[]): Point {
  const corners = ring.slice(1);
  const mean = (part: 0 | 1) => corners.reduce((sum, corner) => sum + corner[part], 0) / corners.length;
  return [mean(0), mean(1)];
}

/** The village that is nearest to the middle of a road. */
function villageOf(villages: readonly Village[], { line }: Road): Village {
  const middle = line[Math.floor(line.length / 2)] ?? [0, 0];
  const [first] = villages.toSorted(
    (one, other) => metresBetween(one.point, middle) - metresBetween(other.point, middle),
  );
  if (first === undefined) throw new Error('The extract has no villages.');
  return first;
}

function unitsOf([latitude, longitude]: Point): [north: number, east: number] {
  return [Math.round(latitude * unitsPerDegree), Math.round(longitude * unitsPerDegree)];
}

/** The first point, then how far each one is from the one before. */
function steps(line: readonly Point[]): number[] {
  let [north, east] = [0, 0];
  return line.flatMap((point) => {
    const here = unitsOf(point);
    const step = [here[0] - north, here[1] - east];
    [north, east] = here;
    return step;
  });
}
