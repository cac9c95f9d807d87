/** The position of a floating box relative to its anchor. `below-end` aligns their right edges. */
export type Side = 'above' | 'right' | 'below-end';

/** Pixels between the anchor and the box. */
const gap = 6;
/** Pixels between the box and the edge of the window. */
const margin = 8;

interface Box {
  width: number;
  height: number;
}

interface BackdropEvent {
  target: EventTarget;
  currentTarget: Element;
  clientX: number;
  clientY: number;
}

/** Calculates the position of a box beside its anchor and within the window. Above and below are swapped when there is no room. */
export function placeBeside(anchor: DOMRect, box: Box, side: Side, window: Box): { left: number; top: number } {
  const above = anchor.top - gap - box.height;
  const below = anchor.bottom + gap;
  const fitsBelow = below + box.height <= window.height - margin;
  const preferred = {
    above: { left: anchor.left + (anchor.width - box.width) / 2, top: above >= margin ? above : below },
    right: { left: anchor.right + gap, top: anchor.top + (anchor.height - box.height) / 2 },
    'below-end': { left: anchor.right - box.width, top: fitsBelow || above < margin ? below : above },
  }[side];
  return {
    left: clamp(preferred.left, margin, window.width - box.width - margin),
    top: clamp(preferred.top, margin, window.height - box.height - margin),
  };
}

/** Moves a popover beside its anchor and makes it visible. */
export function moveBeside(anchor: Element, box: HTMLElement, side: Side): void {
  const screen = { width: window.innerWidth, height: window.innerHeight };
  const { left, top } = placeBeside(anchor.getBoundingClientRect(), box.getBoundingClientRect(), side, screen);
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, visibility: 'visible' });
}

/** Whether the mouse is on the backdrop of a dialog: that counts as the dialog itself, outside of its box. */
export function isBeside({ target, currentTarget, clientX, clientY }: BackdropEvent): boolean {
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}

function clamp(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
