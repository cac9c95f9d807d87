import { describe, expect, it } from 'vitest';
import { placeBeside } from './place-beside.ts';

const screen = { width: 400, height: 300 };
const box = { width: 100, height: 40 };
const anchorAt = (left: number, top: number) => new DOMRect(left, top, 60, 20);

describe('placeBeside', () => {
  it('centres the box above its anchor', () => {
    expect(placeBeside(anchorAt(150, 100), box, 'above', screen)).toEqual({ left: 130, top: 54 });
  });

  it('places the box below when there is no room above', () => {
    expect(placeBeside(anchorAt(150, 10), box, 'above', screen).top).toBe(36);
  });

  it('aligns the box with the end of its anchor, and places it above when there is no room below', () => {
    expect(placeBeside(anchorAt(150, 100), box, 'below-end', screen)).toEqual({ left: 110, top: 126 });
    expect(placeBeside(anchorAt(150, 270), box, 'below-end', screen).top).toBe(224);
  });

  it('keeps the box within the window', () => {
    expect(placeBeside(anchorAt(380, 100), box, 'right', screen).left).toBe(292);
    expect(placeBeside(anchorAt(-20, 100), box, 'above', screen).left).toBe(8);
  });
});
