import { describe, expect, it } from 'vitest';
import { clustersOf, pixelOf, viewOf, zoomOf, type Mark } from './picture-view.ts';

const size = { width: 800, height: 600 };
const fit = { padding: 50, maxZoom: 14 };
const mark = (longitude: number, latitude: number, rank = 0): Mark => ({ longitude, latitude, rank });

function view(marks: readonly Mark[]) {
  const found = viewOf(marks, size, fit);
  if (found === null) throw new Error('There is nothing to see.');
  return found;
}

describe('the view of a picture', () => {
  it('has the outermost places at its padding', () => {
    const marks = [mark(0, 10), mark(40, 12), mark(20, 11)];
    expect(pixelOf(view(marks), 0, 10)[0]).toBeCloseTo(50);
    expect(pixelOf(view(marks), 40, 12)[0]).toBeCloseTo(750);
    // Mercator's projection keeps angles, so a narrow box leaves room above and below.
    expect(pixelOf(view(marks), 20, 11)[1]).toBeCloseTo(300, 0);
  });

  it('does not come closer than it may, and is never smaller than its frame', () => {
    expect(zoomOf(view([mark(10, 50)]))).toBe(14);
    expect(view([mark(-170, -80), mark(150, 80), mark(-10, 0)]).scale).toBe(800);
  });

  it('takes the short way across the antimeridian', () => {
    const both = view([mark(178, 0), mark(-178, 0)]);
    expect(pixelOf(both, 178, 0)[0]).toBeCloseTo(50);
    expect(pixelOf(both, -178, 0)[0]).toBeCloseTo(750);
  });

  it('has nothing to see without a place or without room', () => {
    expect(viewOf([], size, fit)).toBeNull();
    expect(viewOf([mark(0, 0)], { width: 0, height: 0 }, fit)).toBeNull();
  });
});

describe('the clusters of a picture', () => {
  it('gather what lies in one square, at its mean, with the lowest rank', () => {
    const marks = [mark(0, 0, 2), mark(0.01, 0, 1), mark(40, 0, 2)];
    const [near, far] = clustersOf(view(marks), marks, 44).toSorted((one, other) => one.x - other.x);
    expect(near).toMatchObject({ count: 2, rank: 1 });
    expect(near?.x).toBeCloseTo((pixelOf(view(marks), 0, 0)[0] + pixelOf(view(marks), 0.01, 0)[0]) / 2);
    expect(far).toMatchObject({ count: 1, rank: 2 });
  });

  it('leave out what is not in the picture', () => {
    const close = view([mark(10, 50)]);
    expect(clustersOf(close, [mark(10, 50), mark(11, 50)], 44)).toEqual([
      expect.objectContaining({ count: 1, x: 400, y: 300 }),
    ]);
  });
});
