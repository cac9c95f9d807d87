/** The means of transport: the speed in metres per second, and the seconds between two points. */
export const modes = {
  walk: { speed: 1.35, everySeconds: 75 },
  bike: { speed: 4.3, everySeconds: 50 },
  tram: { speed: 6, everySeconds: 50 },
  metro: { speed: 9.5, everySeconds: 40 },
  car: { speed: 9, everySeconds: 40 },
  train: { speed: 18, everySeconds: 90 },
} as const;
export type Mode = keyof typeof modes;

/** A real corner of a real city: latitude, longitude and its street. */
export type Corner = readonly [latitude: number, longitude: number, street: string];

/** Where somebody's days take place. */
export interface City {
  /** The last part of an address. */
  name: string;
  timezone: string;
  /** `#` stands for the house number. */
  home: Corner;
  work: Corner;
  /** What the person calls it; pupils and students go to other places than work. */
  workName: 'Work' | 'School' | 'University';
  lunch: Corner;
  shop: Corner;
  park: Corner;
  gym: Corner;
  outing: Corner;
  /** The corners between home and work. */
  commute: readonly Corner[];
  commuteBy: Mode;
  /** The corners between home and the outing. */
  outingVia: readonly Corner[];
  outingBy: Mode;
}
