import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react';
import classes from './floating.module.css';
import { moveBeside, type Side } from './place-beside.ts';

const openDelayMs = 250;
/** Long enough to move the pointer onto the tooltip. */
const closeDelayMs = 120;

interface TooltipProps {
  /** The content. Touch screens may never show it, so essential information must be elsewhere too. */
  label: ReactNode;
  disabled?: boolean;
  side?: Side;
  /** The anchor; it must be one element. */
  children: ReactNode;
}

/**
 * The handlers of an element that shows a tooltip while it is hovered or focused, and the tooltip, which belongs inside of it. It
 * uses the browser's popover and our own placement, because a positioning library is as large as a page.
 */
export function useTooltip(
  label: () => ReactNode,
  {
    side = 'above',
    anchorOf = (element) => element,
  }: { side?: Side; anchorOf?: (element: Element) => Element | null } = {},
) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const schedule = (next: Element | null, delayMs: number) => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setAnchor(next), delayMs);
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const open = ({ currentTarget }: SyntheticEvent) => schedule(anchorOf(currentTarget), openDelayMs);
  const close = () => schedule(null, closeDelayMs);
  return {
    handlers: {
      onPointerEnter: open,
      onPointerLeave: close,
      onFocus: open,
      onBlur: close,
      // A click closes the tooltip, because its new text, such as why the button is disabled now, would cover the result.
      onClick: ({ currentTarget }: SyntheticEvent) => isDisabled(anchorOf(currentTarget)) || schedule(null, 0),
      onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && schedule(null, 0),
    },
    box: anchor !== null && <TooltipBox anchor={anchor} side={side} label={label()} hide={() => setAnchor(null)} />,
  };
}

/** Shows a text while its anchor is hovered or focused. */
export function Tooltip({ label, disabled = false, side, children }: TooltipProps) {
  const { handlers, box } = useTooltip(() => label, { ...(side && { side }), anchorOf: firstChild });
  return (
    <span className={classes.anchor} {...handlers}>
      {children}
      {!disabled && box}
    </span>
  );
}

function firstChild(element: Element): Element | null {
  return element.firstElementChild;
}

/** A disabled control keeps its tooltip on a click, because a touch screen has no other way to show the reason. */
function isDisabled(element: Element | null): boolean {
  return element?.getAttribute('aria-disabled') === 'true';
}

interface TooltipBoxProps {
  label: ReactNode;
  side: Side;
  anchor: Element;
  hide: () => void;
}

function TooltipBox({ anchor, side, label, hide }: TooltipBoxProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const popover = box.current;
    if (!popover) return undefined;
    popover.showPopover?.();
    moveBeside(anchor, popover, side);
    // Scrolling moves the anchor away from the tooltip.
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    return () => window.removeEventListener('scroll', hide, { capture: true });
  });
  return (
    <div ref={box} id={id} role="tooltip" popover="manual" className={classes.tooltip}>
      {label}
    </div>
  );
}
