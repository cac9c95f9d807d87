import { describe, expect, it } from 'vitest';
import { isBelow } from './use-superiors.ts';

const account = (username: string, reportsTo: string) => ({ username, reportsTo });
const [boss, middle, low, peer] = [
  account('boss', ''),
  account('middle', 'boss'),
  account('low', 'middle'),
  account('peer', 'x'),
];
const all = [boss, middle, low, peer];

describe('isBelow', () => {
  it('is true for accounts that report to the superior, directly or indirectly', () => {
    expect([boss, middle, low, peer].map((each) => isBelow('boss', each, all))).toEqual([false, true, true, false]);
    expect(isBelow('low', middle, all)).toBe(false);
  });

  it('ends when two accounts report to each other', () => {
    const cycle = [account('one', 'two'), account('two', 'one')];
    expect(isBelow('boss', account('one', 'two'), cycle)).toBe(false);
  });
});
