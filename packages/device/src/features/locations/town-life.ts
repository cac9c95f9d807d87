import { seededRandom, type Random } from '../../fake/random.ts';
import type { Town } from '../../fake/town.ts';
import type { City, Corner } from './city.ts';
import type { Life } from './day-plan.ts';
import { shifted } from './way.ts';

/** How far the homes of a class and of drivers are from one another, in metres. */
const apart = 700;

/** The life of a person in a town. */
export function lifeIn({ city: name, common, pupil }: Town, cities: readonly City[], random: Random): Life {
  const found = cities.find((each) => each.name.startsWith(name));
  if (!found) throw new Error(`There is no city ${name}.`);
  const city: City = pupil ? { ...found, workName: 'School' } : { ...found, workName: 'Work' };
  if (common === 'DEPOT') {
    const depot = { nickname: 'Depot', corner: city.work };
    return { city, home: depot, shift: random.chance(0.6) ? 'EARLY' : 'LATE' };
  }
  if (common === 'HOUSEHOLD') {
    const corner = homeAt(city.home, 0, seededRandom(name));
    // School and work of a household are not the same house.
    const own = pupil ? city : { ...city, work: city.gym, gym: city.shop, commute: [], commuteBy: 'bike' as const };
    return { city: own, home: { nickname: 'Home', corner } };
  }
  return { city, home: { nickname: 'Home', corner: homeAt(city.home, apart, random) } };
}

function homeAt(home: Corner, spread: number, random: Random): Corner {
  const [latitude, longitude, street] = shifted(home, random.int(-spread, spread), random.int(-spread, spread));
  return [latitude, longitude, street.replace('#', String(random.int(1, 120)))];
}
