import { expect, it } from 'vitest';
import { hueOf, initialsOf } from '@fairwatch/look';

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
])('abbreviates "%s" as %s', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('gives names one of twelve colours far apart, and not all the same', () => {
  const hues = ['Anna', 'Bela', 'Cora', 'Dora', 'Emil', 'Ödön', '李雷', ''].map(hueOf);
  expect(hues.filter((hue) => hue < 0 || hue >= 360 || hue % 30 !== 0)).toEqual([]);
  expect(new Set(hues).size).toBeGreaterThan(3);
});
