import { describe, expect, it } from 'vitest';
import { areaPath, linePath, marks, nearest, roundTop, splitAtGaps, type ChartPoint } from './plot.ts';

const minute = 60_000;
const at = (minutes: number, ...values: number[]): ChartPoint => ({ at: new Date(minutes * minute), values });
const plot = { from: 0, until: 10 * minute, top: 100 };

describe('the top of an axis', () => {
  it.each([
    [0, 2],
    [1, 2],
    [3, 4],
    [8, 8],
    [9, 10],
    [11, 20],
    [100, 100],
    [101, 200],
    [3_999_999, 4_000_000],
  ])('above %d is %d', (largest, top) => expect(roundTop(largest)).toBe(top));

  it('is not lower than the minimum', () => expect(roundTop(3, 2000)).toBe(2000));
});

describe('a line', () => {
  it('has a gap where more than two steps are missing', () => {
    const parts = splitAtGaps([at(0, 1), at(1, 2), at(3, 3), at(9, 4)], minute);
    expect(parts.map((part) => part.length)).toEqual([3, 1]);
  });

  it('connects its points, and a single point is a dot', () => {
    const parts = [[at(0, 0), at(5, 50)], [at(10, 100)]];
    expect(linePath(plot, parts, 0)).toBe('M0,100L50,50M100,0h0.01');
    expect(areaPath(plot, parts, 0)).toBe('M0,100L50,50L50,100L0,100Z');
  });

  it('of the second series has the second values, and stays within the chart', () => {
    expect(linePath(plot, [[at(0, 1, 20), at(10, 1, 900)]], 1)).toBe('M0,80L100,0');
  });
});

describe('pointing', () => {
  const points = [at(0, 1), at(4, 1), at(10, 1)];
  it.each([
    [0, 0],
    [0.21, 1],
    [0.6, 1],
    [0.8, 2],
    [1.4, 2],
  ])('at %d of the width selects point %d', (share, place) => expect(nearest(plot, points, share)).toBe(place));

  it('selects nothing without points', () => expect(nearest(plot, [], 0.5)).toBe(-1));
});

it('puts marks at whole steps, including both ends', () => {
  const minutes = marks({ ...plot, until: 23 * minute }, minute, 5).map((each) => each.getTime() / minute);
  expect(minutes).toEqual([0, 6, 12, 17, 23]);
});
