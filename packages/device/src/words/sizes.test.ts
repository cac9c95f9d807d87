import { expect, it } from 'vitest';
import { limitText, sizeText } from './sizes.ts';

it.each([
  [999, '999 B'],
  [340_400, '340 kB'],
  [4_120_000, '4.1 MB'],
])('writes %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

it.each([
  [3 * 1024 ** 2, '3 MB'],
  [2048 * 1024 ** 2, '2 GB'],
])('writes a limit of %i bytes as %s', (bytes, text) => {
  expect(limitText(bytes)).toBe(text);
});
