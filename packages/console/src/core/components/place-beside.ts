/** Where a floating box stands to what it belongs to. */
export type Side = 'above' | 'right' | 'below-end';

const gap = 6;
const margin = 8;

interface Box {
  width: number;
  height: number;
}

/** Places a box beside its anchor, within the window; above and below change places where there is no room. */
export function placeBeside(anchor: DOMRect, box: Box, side: Side, window: Box): { left: number; top: number } {
  const above = anchor.top - gap - box.height;
  const below = anchor.bottom + gap;
  const fitsBelow = below + box.height <= window.height - margin;
  const wanted = {
    above: { left: anchor.left + (anchor.width - box.width) / 2, top: above >= margin ? above : below },
    right: { left: anchor.right + gap, top: anchor.top + (anchor.height - box.height) / 2 },
    'below-end': { left: anchor.right - box.width, top: fitsBelow || above < margin ? below : above },
  }[side];
  return {
    left: within(wanted.left, margin, window.width - box.width - margin),
    top: within(wanted.top, margin, window.height - box.height - margin),
  };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
