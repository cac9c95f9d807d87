import { usernameFrom } from '@fairwatch/contract';
import type { Random } from './random.ts';
import { businesses, firstNames, lastNames, mailDomains, relations } from './words.ts';

/** Somebody who carries a simulated phone. */
export interface Person {
  /** As they write it. */
  name: string;
  firstName: string;
  username: string;
  email: string;
  phoneNumber: string;
}

const pairs = firstNames.length * lastNames.length;

/** The step through all pairs of names. It is coprime to their number, so that no pair repeats. */
const stride = coprimeStride(pairs);

/** The person of the given place in a fleet. No two places of a seed give the same person. */
export function personAt(index: number, random: Random, offset: number): Person {
  const pair = (offset + index * stride) % pairs;
  const firstName = at(firstNames, pair % firstNames.length);
  const lastName = at(lastNames, Math.floor(pair / firstNames.length));
  // Past the last pair of names a number tells namesakes apart, as people do.
  const namesake = Math.floor(index / pairs);
  const suffix = namesake === 0 ? '' : String(namesake + 1);
  const plain = `${firstName}.${lastName}${suffix}`.toLowerCase();
  const special = writtenNames.get(index);
  const username = special === undefined ? plain : usernameFrom(special);
  return {
    name: special ?? `${written(firstName)} ${written(lastName)}`,
    firstName,
    username,
    email: `${isAscii(username) ? username : plain}@${random.pick(mailDomains)}`,
    phoneNumber: fakePhoneNumber(random),
  };
}

/** Names that are more than two words of plain letters, by the place in a fleet. */
const writtenNames: ReadonlyMap<number, string> = new Map([
  [5, 'Zoë Müller-Brandt'],
  [11, 'Gabriel García Márquez'],
  [17, 'ليلى حداد'],
  [23, 'Nguyễn Văn An'],
  [29, 'María José Núñez de la Torre'],
  [35, 'Олена Коваль'],
]);

/** The names of the lists that are written with other letters. */
const accents: ReadonlyMap<string, string> = new Map([
  ['Bergstrom', 'Bergström'],
  ['Garcia', 'García'],
  ['Ines', 'Inês'],
  ['Lopez', 'López'],
  ['Sorensen', 'Sørensen'],
  ['Vasquez', 'Vásquez'],
  ['Yilmaz', 'Yılmaz'],
  ['Zoe', 'Zoë'],
]);

const isAscii = (text: string) => /^[\u0020-\u007e]*$/.test(text);

function written(name: string): string {
  return accents.get(name) ?? name;
}

/** The same person with another last name, as in a family. */
export function withLastName(person: Person, lastName: string): Person {
  const name = `${written(person.firstName)} ${lastName}`;
  const username = usernameFrom(name);
  return { ...person, name, username, email: person.email.replace(/^[^@]*/, username) };
}

/** Makes a phone number from the ranges that are reserved for fiction: calling one reaches nobody. */
export function fakePhoneNumber(random: Random): string {
  const digits = (count: number) => String(random.int(0, 10 ** count - 1)).padStart(count, '0');
  return random.pick([
    () => `+1 ${random.int(201, 989)} 555 01${digits(2)}`,
    () => `+44 7700 900${digits(3)}`,
    () => `+33 6 39 98 ${digits(2)} ${digits(2)}`,
  ])();
}

/** Somebody whom the person of a phone knows. */
export interface Acquaintance {
  name: string;
  phoneNumber: string;
}

const relationsInCircle = 3;
const fewestFriends = 7;

/** The people whom a person contacts regularly: family first, then friends, then a few businesses. */
export function fakeCircle(random: Random): readonly Acquaintance[] {
  const names = new Set<string>();
  while (names.size < relationsInCircle) names.add(random.pick(relations));
  const friends = names.size + random.int(fewestFriends, 12);
  while (names.size < friends) names.add(`${random.pick(firstNames)} ${random.pick(lastNames)}`);
  const all = names.size + random.int(2, 3);
  while (names.size < all) names.add(random.pick(businesses));
  const numbers = new Set<string>();
  while (numbers.size < names.size) numbers.add(fakePhoneNumber(random));
  const free = numbers.values();
  return Array.from(names, (name) => ({ name, phoneNumber: free.next().value ?? '' }));
}

/** The friends of a circle: neither family nor businesses. */
export function friendsIn(circle: readonly Acquaintance[]): readonly Acquaintance[] {
  return circle.slice(relationsInCircle, relationsInCircle + fewestFriends);
}

/** The mail address a name suggests. */
export function fakeEmail(name: string, random: Random): string {
  const local = name.toLowerCase().replaceAll(/[^a-z]+/g, '.');
  return `${local}${random.chance(0.3) ? random.int(70, 99) : ''}@${random.pick(mailDomains)}`;
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? '';
}

function coprimeStride(count: number): number {
  const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));
  let candidate = Math.floor(count * 0.618);
  while (divisor(candidate, count) !== 1) candidate += 1;
  return candidate;
}
