import { expect, it } from 'vitest';
import { latinDigits } from './date-language.ts';

it.each([
  ['ar-EG', '19'],
  ['ar', '19'],
  ['ar-u-nu-arab', '١٩'],
  ['de-AT', '19'],
])('the numbers of %s are written as %s', (tag, nineteen) => {
  expect((19).toLocaleString(latinDigits(tag))).toBe(nineteen);
});
