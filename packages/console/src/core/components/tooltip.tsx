import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import classes from './floating.module.css';
import { placeBeside, type Side } from './place-beside.ts';

const openDelayMs = 250;
/** Long enough to move the pointer onto the words. */
const closeDelayMs = 120;

interface TooltipProps {
  /** The words; what must reach everyone is said elsewhere too. */
  label: ReactNode;
  disabled?: boolean;
  side?: Side;
  /** One element. */
  children: ReactNode;
}

/**
 * Words that show while something is pointed at or focused. In the browser's own top layer and placed by a few lines:
 * the library for it weighs as much as a page.
 */
export function Tooltip({ label, disabled = false, side = 'above', children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const soon = (next: Element | null, delayMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAnchor(next), delayMs);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const open = ({ currentTarget }: SyntheticEvent) => soon(currentTarget.firstElementChild, openDelayMs);
  const close = () => soon(null, closeDelayMs);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- no control of its own: it listens to its child
    <span
      className={classes.anchor}
      onPointerEnter={open}
      onPointerLeave={close}
      onFocus={open}
      onBlur={close}
      // Pressed, it has been understood: what it says then, such as why it is off now, would stand over the answer.
      onClick={({ currentTarget }) => isOff(currentTarget.firstElementChild) || soon(null, 0)}
      onKeyDown={({ key }: KeyboardEvent) => key === 'Escape' && soon(null, 0)}
    >
      {children}
      {anchor !== null && !disabled && <Words anchor={anchor} side={side} label={label} hide={() => setAnchor(null)} />}
    </span>
  );
}

/** What is off says why when it is pressed, too: on a phone there is no other way to ask. */
function isOff(element: Element | null): boolean {
  return element?.getAttribute('aria-disabled') === 'true';
}

interface WordsProps extends Required<Pick<TooltipProps, 'label' | 'side'>> {
  anchor: Element;
  hide: () => void;
}

function Words({ anchor, side, label, hide }: WordsProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const words = box.current;
    if (!words) return undefined;
    words.showPopover?.();
    const screen = { width: window.innerWidth, height: window.innerHeight };
    const { left, top } = placeBeside(anchor.getBoundingClientRect(), words.getBoundingClientRect(), side, screen);
    Object.assign(words.style, { left: `${left}px`, top: `${top}px` });
    // What it belongs to has moved away under it.
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', hide, { capture: true });
  });
  return (
    <div ref={box} id={id} role="tooltip" popover="manual" className={classes.tooltip}>
      {label}
    </div>
  );
}
