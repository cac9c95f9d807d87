import type { Point } from '../../fake/roads/geometry.ts';

/** All of them live in Liechtenstein, whose streets the demo has. */
export const timeZone = 'Europe/Vaduz';

/** Where the days of a town's people take place, in real buildings. */
export interface TownPlaces {
  name: string;
  school: Point;
  work: readonly Point[];
  lunch: readonly Point[];
  shop: Point;
  park: Point;
  gym: Point;
  outing: Point;
}

const castleOfVaduz: Point = [47.1394, 9.52506];
const tennisHallOfSchaan: Point = [47.17401, 9.51313];
const planken: Point = [47.18553, 9.54627];
const malbun: Point = [47.1027934, 9.6083946];

export const towns: readonly TownPlaces[] = [
  {
    name: 'Vaduz',
    school: [47.1488, 9.51501],
    work: [
      [47.13948, 9.52215],
      [47.13438, 9.52248],
      [47.14942, 9.51655],
    ],
    lunch: [
      [47.14053, 9.52279],
      [47.14274, 9.5188],
    ],
    shop: [47.1401, 9.52083],
    park: castleOfVaduz,
    gym: [47.14056, 9.51012],
    outing: malbun,
  },
  {
    name: 'Schaan',
    school: [47.16606, 9.51575],
    work: [
      [47.1727, 9.5109],
      [47.16769, 9.50998],
    ],
    lunch: [
      [47.16651, 9.5097],
      [47.15789, 9.5094],
    ],
    shop: [47.17528, 9.50964],
    park: [47.16708, 9.5059],
    gym: tennisHallOfSchaan,
    outing: planken,
  },
  {
    name: 'Balzers',
    // That of Triesen, which takes the children of the next villages.
    school: [47.1049, 9.52614],
    work: [
      [47.07719, 9.51033],
      [47.06644, 9.49786],
    ],
    lunch: [
      [47.06188, 9.49525],
      [47.07542, 9.51208],
    ],
    shop: [47.06641, 9.49892],
    park: [47.06541, 9.50058],
    gym: [47.07346, 9.49486],
    outing: castleOfVaduz,
  },
  {
    name: 'Triesen',
    school: [47.1054, 9.52676],
    work: [[47.10928, 9.52182]],
    lunch: [[47.10829, 9.52496]],
    shop: [47.10881, 9.52545],
    park: [47.10802, 9.52647],
    gym: [47.10579, 9.52604],
    outing: [47.11269, 9.57564],
  },
  {
    name: 'Nendeln',
    school: [47.16606, 9.51575],
    work: [
      [47.20177, 9.54045],
      [47.20715, 9.53553],
    ],
    lunch: [[47.20723, 9.52799]],
    shop: [47.19842, 9.54272],
    park: planken,
    gym: tennisHallOfSchaan,
    outing: [47.23186, 9.54628],
  },
];

/** From which the vans of a depot leave. */
export const depot: Point = [47.17659, 9.50758];
