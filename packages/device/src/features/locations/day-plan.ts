import type { Point } from '../../fake/roads/geometry.ts';
import { findRoute } from '../../fake/roads/route.ts';
import type { Random } from '../../fake/random.ts';
import { modeFor, modes, type Life, type Mode, type Stay } from './lives.ts';
import { towns } from './towns.ts';

/** A trip: leaves at a minute of the day, from a house to where the person then stays. */
export interface Trip {
  leavesAt: number;
  by: Mode;
  from: Point;
  to: Stay;
}

/** What a person does on a day; every day begins and ends at home. */
export function planDay(life: Life, day: string, random: Random): Trip[] {
  const { town, home, work, shift } = life;
  if (shift !== undefined) return planShift(home, shift, random);
  const weekday = new Date(day).getUTCDay();
  const trips: Trip[] = [];
  let here: Stay = home;
  const go = (leavesAt: number, to: Stay) => {
    trips.push({ leavesAt, by: modeFor(life, here.house, to.house), from: here.house, to });
    here = to;
  };
  /** A little earlier or later than usual. */
  const about = (minute: number, spread: number) => minute + random.int(-spread, spread);

  if (weekday >= 1 && weekday <= 5) {
    go(about(7 * 60 + 40, 20), work);
    const noon = about(12 * 60 + 25, 20);
    go(noon, place(life.lunch));
    go(noon + random.int(40, 60), work);
    go(about(17 * 60 + 10, 35), home);
    const evening = about(19 * 60 + 20, 20);
    if (random.chance(0.45)) go(evening, place(town.gym, 'Gym'));
    else if (random.chance(0.6)) go(evening, place(town.shop));
    if (here !== home) go(evening + random.int(60, 95), home);
    return trips;
  }
  go(about(9 * 60 + 50, 30), place(town.shop));
  go(about(11 * 60 + 20, 15), home);
  if (weekday === 6 || random.chance(0.4)) {
    go(about(12 * 60 + 45, 20), place(town.outing));
    go(about(17 * 60 + 30, 30), home);
  } else {
    go(about(14 * 60 + 30, 40), place(town.park));
    go(about(16 * 60 + 45, 20), home);
  }
  return trips;
}

/** Rounds from the depot and back to it, on each day of the week: to customers by car, some minutes at each. The last one ends before midnight. */
function planShift(depot: Stay, shift: 'EARLY' | 'LATE', random: Random): Trip[] {
  const customers = towns.flatMap(({ work, lunch, shop, gym, school }) => work.concat(lunch, [shop, gym, school]));
  const trips: Trip[] = [];
  const [begins, ends] = shift === 'EARLY' ? [6 * 60, 14 * 60] : [12 * 60, 19 * 60 + 30];
  let at = begins + random.int(0, 25);
  let here = depot;
  const drive = (to: Stay) => {
    trips.push({ leavesAt: at, by: 'car', from: here.house, to });
    const { travel, pace } = modes.car;
    // A slow drive takes longer than this, and leaves less of the stay.
    at += Math.ceil(findRoute(here.house, to.house, travel).seconds / pace / 60) + random.int(15, 40);
    here = to;
  };
  for (;;) {
    const left = [...customers];
    for (let stop = random.int(2, 4); stop > 0; stop -= 1) {
      const [house = depot.house] = left.splice(random.int(0, left.length - 1), 1);
      drive(place(house));
    }
    drive(depot);
    if (at >= ends) return trips;
  }
}

function place(house: Point, nickname = ''): Stay {
  return { nickname, house };
}
