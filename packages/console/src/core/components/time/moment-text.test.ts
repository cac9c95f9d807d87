import { expect, it } from 'vitest';
import { daysApart, momentText } from './moment-text.ts';

const now = new Date(2026, 10, 15, 12, 0);

it.each([
  [new Date(2026, 10, 15, 0, 1), 'Today, 00:01'],
  [new Date(2026, 10, 14, 23, 59), 'Yesterday, 23:59'],
  [new Date(2026, 10, 16, 0, 0), 'Tomorrow, 00:00'],
  [new Date(2026, 10, 13, 18, 42), '13 Nov, 18:42'],
  [new Date(2025, 11, 31, 7, 5), '31 Dec 2025, 07:05'],
])('formats %s as %s', (at, text) => {
  expect(momentText(at, now, 'en-GB')).toBe(text);
});

it('counts calendar days, not spans of 24 hours', () => {
  expect(daysApart(new Date(2026, 10, 16, 0, 1), new Date(2026, 10, 15, 23, 59))).toBe(1);
  expect(daysApart(new Date(2026, 9, 1), new Date(2026, 10, 1))).toBe(-31);
});
