import { expect, it } from 'vitest';
import { hueOf, initialsOf } from './initials.ts';

it.each([
  ['Anna Maier', 'AM'],
  ['anna', 'A'],
  ['anna.maier', 'AM'],
  ['anna_b_maier', 'AM'],
  ['Jean-Luc van der Berg', 'JB'],
  ['Ödön', 'Ö'],
  ['Mum 2', 'M'],
  ['+41 79 123', '#'],
  ['', '#'],
])('shortens "%s" to %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('gives a name the same colour every time', () => {
  expect(hueOf('Anna Maier')).toBe(hueOf('Anna Maier'));
  expect(new Set(['Anna', 'Bela', 'Cora', 'Dora', 'Emil'].map(hueOf)).size).toBeGreaterThan(2);
});
