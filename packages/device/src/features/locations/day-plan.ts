import type { Random } from '../../fake/random.ts';
import { modes, type City, type Corner, type Mode } from './city.ts';
import { metresBetween } from './way.ts';

/** Somewhere a person stays. */
export interface Stay {
  nickname: string;
  corner: Corner;
}

/** A trip: leaves at a minute of the day, along corners, to where the person then stays. */
export interface Trip {
  leavesAt: number;
  by: Mode;
  corners: readonly Corner[];
  to: Stay;
}

/** The life of one person in one city. */
export interface Life {
  city: City;
  home: Stay;
  /** When somebody drives all day; undefined for those who do not. */
  shift?: 'EARLY' | 'LATE';
}

/** What a person does on a day; every day begins and ends at home. */
export function planDay(life: Life, day: string, random: Random): Trip[] {
  const { city, home, shift } = life;
  if (shift !== undefined) return planShift(city, home, shift, random);
  const weekday = new Date(day).getUTCDay();
  const trips: Trip[] = [];
  let here: Stay = home;
  const go = (leavesAt: number, to: Stay, by?: Mode, via: readonly Corner[] = []) => {
    const corners = [here.corner, ...via, to.corner];
    trips.push({ leavesAt, by: by ?? modeFor(here.corner, to.corner), corners, to });
    here = to;
  };
  /** A little earlier or later than usual. */
  const about = (minute: number, spread: number) => minute + random.int(-spread, spread);

  if (weekday >= 1 && weekday <= 5) {
    go(about(7 * 60 + 50, 25), place(city.work, city.workName), city.commuteBy, city.commute);
    const noon = about(12 * 60 + 25, 20);
    go(noon, place(city.lunch), 'walk');
    go(noon + random.int(40, 60), place(city.work, city.workName), 'walk');
    go(about(17 * 60 + 10, 35), home, city.commuteBy, city.commute.toReversed());
    const evening = about(19 * 60 + 20, 20);
    if (random.chance(0.45)) go(evening, place(city.gym, 'Gym'));
    else if (random.chance(0.6)) go(evening, place(city.shop));
    if (here !== home) go(evening + random.int(60, 95), home);
    return trips;
  }
  go(about(9 * 60 + 50, 30), place(city.shop));
  go(about(11 * 60 + 20, 15), home);
  if (weekday === 6 || random.chance(0.4)) {
    go(about(12 * 60 + 45, 20), place(city.outing), city.outingBy, city.outingVia);
    go(about(17 * 60 + 30, 30), home, city.outingBy, city.outingVia.toReversed());
  } else {
    go(about(14 * 60 + 30, 40), place(city.park));
    go(about(16 * 60 + 45, 20), home);
  }
  return trips;
}

/** Rounds from the depot and back to it, on each day of the week: to customers by car, some minutes at each. The last one ends before midnight. */
function planShift(city: City, depot: Stay, shift: 'EARLY' | 'LATE', random: Random): Trip[] {
  const customers = [city.lunch, city.shop, city.park, city.gym, city.home];
  const trips: Trip[] = [];
  const [begins, ends] = shift === 'EARLY' ? [6 * 60, 14 * 60] : [12 * 60, 19 * 60 + 30];
  let at = begins + random.int(0, 25);
  let here = depot;
  const drive = (to: Stay) => {
    trips.push({ leavesAt: at, by: 'car', corners: [here.corner, to.corner], to });
    // A slow drive takes longer than this, and leaves less of the stay.
    at += Math.ceil(metresBetween(here.corner, to.corner) / modes.car.speed / 60) + random.int(12, 30);
    here = to;
  };
  for (;;) {
    const left = [...customers];
    for (let stop = random.int(2, 4); stop > 0; stop -= 1) {
      const [corner = depot.corner] = left.splice(random.int(0, left.length - 1), 1);
      drive(place(corner));
    }
    drive(depot);
    if (at >= ends) return trips;
  }
}

function place(corner: Corner, nickname = ''): Stay {
  return { nickname, corner };
}

/** Short ways on foot, longer ones by bicycle, the longest by tram. */
function modeFor(from: Corner, to: Corner): Mode {
  const metres = metresBetween(from, to);
  if (metres < 1500) return 'walk';
  return metres < 5000 ? 'bike' : 'tram';
}
