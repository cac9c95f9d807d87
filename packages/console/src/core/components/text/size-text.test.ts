import { expect, it } from 'vitest';
import { limitText, sizeText } from './size-text.ts';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [1000, '1 kB'],
  [4_120_000, '4.1 MB'],
  [64_000_000, '64 MB'],
  [1_250_000_000, '1.3 GB'],
  [128_000_000_000, '128 GB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('formats %i bytes as %s', (bytes, text) => {
  expect(sizeText(bytes, 'en')).toBe(text);
});

it.each([
  [64 * 1024, '64 kB'],
  [5 * 1024 ** 2, '5 MB'],
  [2048 * 1024 ** 2, '2 GB'],
])('formats a limit of %i bytes as %s', (bytes, text) => {
  expect(limitText(bytes, 'en')).toBe(text);
});
