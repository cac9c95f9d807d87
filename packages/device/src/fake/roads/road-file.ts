import { join } from 'node:path';

/** The committed road network; the README beside it says where it is from. */
export const roadsFile = join(import.meta.dirname, 'liechtenstein.json');

/** From the fastest to those for people on foot only. */
export const roadClasses = ['MAIN', 'MINOR', 'LOCAL', 'SLOW', 'CYCLEWAY', 'FOOTWAY'] as const;
export type RoadClass = (typeof roadClasses)[number];

/** The file has whole numbers: about a metre each. */
export const unitsPerDegree = 100_000;

export interface RoadFile {
  /** `homes` has the latitude and the longitude of one house after the other. */
  towns: { name: string; homes: number[] }[];
  streets: string[];
  /**
   * Of each road: the numbers of the crossings at its beginning and end, of its class, street and town, 1 for a one-way street, then the
   * latitude and longitude of its beginning and the step to each further point.
   */
  roads: number[][];
}
