import { seededRandom, type Random } from '../random.ts';
import type { Point } from './geometry.ts';
import { nearestRoad, roadNetwork } from './road-network.ts';

/** Nobody's real house number: it is made up from the place. */
const mostHouses = 80;

const known = new Map<string, string>();
const mostKnown = 2000;

/** The address of a house, at the nearest street with a name. */
export function addressAt(house: Point): string {
  const key = house.join();
  let address = known.get(key);
  if (address === undefined) {
    const { street, town } = nearestRoad(house, (road) => road.street !== '' && road.class !== 'FOOTWAY').road;
    address = `${street} ${seededRandom(key).int(1, mostHouses)}, ${town}`;
    if (known.size >= mostKnown) known.clear();
    known.set(key, address);
  }
  return address;
}

/** An address in a street that exists. */
export function fakeAddress(random: Random): string {
  const number = random.int(1, mostHouses);
  const { homes, streets } = roadNetwork();
  const town = random.pick(townsWith(homes));
  return `${random.pick(streets.get(town) ?? [])} ${number}, ${town}`;
}

/** The houses of a town, which is named without its postcode. */
export function homesIn(town: string): readonly Point[] {
  const { homes } = roadNetwork();
  const found = townsWith(homes).find((name) => name.endsWith(` ${town}`));
  if (found === undefined) throw new Error(`There are no homes in ${town}.`);
  return homes.get(found) ?? [];
}

function townsWith(homes: ReadonlyMap<string, readonly Point[]>): string[] {
  return Array.from(homes).flatMap(([town, there]) => (there.length > 0 ? [town] : []));
}
