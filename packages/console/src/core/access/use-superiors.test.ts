import { describe, expect, it } from 'vitest';
import { isBelow } from './use-superiors.ts';

const place = (username: string, reportsTo: string) => ({ username, reportsTo });
const [boss, middle, low, peer] = [
  place('boss', ''),
  place('middle', 'boss'),
  place('low', 'middle'),
  place('peer', 'x'),
];
const all = [boss, middle, low, peer];

describe('who is below an account', () => {
  it('is whoever reports to it, directly or further down', () => {
    expect([boss, middle, low, peer].map((each) => isBelow('boss', each, all))).toEqual([false, true, true, false]);
    expect(isBelow('low', middle, all)).toBe(false);
  });

  it('is found out even when somebody made a ring by hand', () => {
    const ring = [place('one', 'two'), place('two', 'one')];
    expect(isBelow('boss', place('one', 'two'), ring)).toBe(false);
  });
});
