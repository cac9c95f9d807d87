import { describe, expect, it } from 'vitest';
import { durationText, exactTimeText, lengthText, relativeTimeText } from './time-texts.ts';

const now = new Date('2026-11-15T12:00:00Z');
const before = (ms: number) => relativeTimeText(new Date(now.getTime() - ms), now, 'en');
const minute = 60_000;
const day = 24 * 60 * minute;

describe('relative time', () => {
  it.each([
    [0, 'now'],
    [9_000, 'now'],
    [-4_000, 'now'],
    [30_000, '30 seconds ago'],
    [5 * minute, '5 minutes ago'],
    [90 * minute, '1 hour ago'],
    [day, 'yesterday'],
    [3 * day, '3 days ago'],
    [60 * day, '2 months ago'],
    [800 * day, '2 years ago'],
    [-10 * minute, 'in 10 minutes'],
  ])('formats %i ms ago as "%s"', (ms, text) => expect(before(ms)).toBe(text));

  it('has a short style', () => {
    expect(relativeTimeText(new Date(now.getTime() - 5 * minute), now, 'en', 'short')).toBe('5 min. ago');
  });

  it('formats the exact time', () => {
    expect(exactTimeText(now, 'en')).toMatch(/Nov 15, 2026/);
  });
});

describe('duration', () => {
  it.each([
    [420, '420 ms'],
    [1_440, '1.4 s'],
    [42_000, '42 s'],
    [125_000, '2 min 5 s'],
    [600_000, '10 min'],
    [3_720_000, '1 h 2 min'],
  ])('formats %i ms as "%s"', (ms, text) => expect(durationText(ms)).toBe(text));
});

describe('length', () => {
  it.each([
    [-3, '0 s'],
    [0, '0 s'],
    [4000, '4 s'],
    [7400, '7 s'],
    [59_600, '1 min'],
    [65_400, '1 min 5 s'],
    [180_000, '3 min'],
    [3_729_000, '1 h 2 min 9 s'],
  ])('formats %i ms as "%s"', (ms, text) => expect(lengthText(ms)).toBe(text));
});
