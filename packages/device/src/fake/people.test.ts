import { expect, it } from 'vitest';
import { fakeCircle, friendsIn } from './people.ts';
import { seededRandom } from './random.ts';
import { businesses, relations } from './words.ts';

const circles = Array.from({ length: 1000 }, (_, seed) => fakeCircle(seededRandom(`circle-${seed}`)));

it('nobody of a circle has the name or the number of another', () => {
  for (const circle of circles) {
    expect(new Set(circle.map(({ name }) => name)).size).toBe(circle.length);
    expect(new Set(circle.map(({ phoneNumber }) => phoneNumber)).size).toBe(circle.length);
  }
});

it('friends are neither family nor places', () => {
  for (const circle of circles) {
    const friends = friendsIn(circle).map(({ name }) => name);
    expect(friends).toHaveLength(7);
    expect(friends.filter((name) => relations.includes(name) || businesses.includes(name))).toEqual([]);
  }
});
