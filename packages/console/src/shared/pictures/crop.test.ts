import { describe, expect, it } from 'vitest';
import { centred, dragged, squareOf } from './crop.ts';

const wide = { width: 400, height: 200 };

describe('the square of a picture', () => {
  it('is the largest one in the middle', () => {
    expect(squareOf(wide, centred)).toEqual({ x: 100, y: 0, side: 200 });
    expect(squareOf({ width: 200, height: 400 }, centred)).toEqual({ x: 0, y: 100, side: 200 });
  });

  it('becomes smaller with the zoom, around the same point', () => {
    expect(squareOf(wide, { ...centred, zoom: 2 })).toEqual({ x: 150, y: 50, side: 100 });
  });

  it('follows dragging and stops at the edges', () => {
    expect(squareOf(wide, dragged(wide, centred, 0.25, 0)).x).toBe(50);
    expect(squareOf(wide, dragged(wide, centred, 9, 9))).toEqual({ x: 0, y: 0, side: 200 });
    expect(squareOf(wide, dragged(wide, centred, -9, -9))).toEqual({ x: 200, y: 0, side: 200 });
  });
});
