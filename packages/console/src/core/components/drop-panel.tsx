import { createContext, use, useId, useRef, type ReactNode, type ToggleEvent } from 'react';
import classes from './floating.module.css';
import { placeBeside } from './place-beside.ts';

/** The panel that an option closes. */
const PanelId = createContext<string | undefined>(undefined);

interface DropPanelProps {
  /** What the button is called. */
  label: string;
  className: string | undefined;
  /** What the button shows. */
  face: ReactNode;
  /** What drops down. */
  children: ReactNode;
}

/** A button with a panel that drops down from it. The browser closes it on Escape and on a click elsewhere. */
export function DropPanel({ label, className, face, children }: DropPanelProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = ({ newState }: ToggleEvent) => {
    if (newState !== 'open' || !button.current || !panel.current) return;
    const screen = { width: window.innerWidth, height: window.innerHeight };
    const [anchor, box] = [button.current.getBoundingClientRect(), panel.current.getBoundingClientRect()];
    const { left, top } = placeBeside(anchor, box, 'below-end', screen);
    Object.assign(panel.current.style, { left: `${left}px`, top: `${top}px`, visibility: 'visible' });
  };
  return (
    <>
      <button ref={button} type="button" className={className} aria-label={label} title={label} popoverTarget={id}>
        {face}
      </button>
      <div ref={panel} id={id} popover="auto" className={classes.panel} onToggle={place}>
        <PanelId value={id}>{children}</PanelId>
      </div>
    </>
  );
}

interface PanelOptionProps {
  onClick: () => void;
  /** Set for one of several choices. */
  pressed?: boolean;
  /** Why it cannot be chosen now, written under it; null when it can. */
  reason?: string | null;
  children: ReactNode;
}

/** One thing to choose in a panel, which then closes. One that is off stays reachable by keyboard, and the panel open. */
export function PanelOption({ onClick, pressed, reason = null, children }: PanelOptionProps) {
  const panelId = use(PanelId);
  const reasonId = useId();
  const off = reason !== null;
  return (
    <>
      <button
        type="button"
        className={classes.option}
        aria-pressed={pressed}
        aria-disabled={off}
        aria-describedby={off ? reasonId : undefined}
        popoverTarget={off ? undefined : panelId}
        popoverTargetAction="hide"
        onClick={off ? undefined : onClick}
      >
        {children}
      </button>
      {off && (
        <p id={reasonId} className={classes.optionReason}>
          {reason}
        </p>
      )}
    </>
  );
}
