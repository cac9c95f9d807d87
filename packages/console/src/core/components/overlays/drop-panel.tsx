import { ActionIcon } from '@mantine/core';
import { createContext, use, useCallback, useId, useRef, type ReactNode, type ToggleEvent } from 'react';
import classes from './floating.module.css';
import { moveBeside } from './place-beside.ts';

/** Closes the panel that contains an option. */
const ClosePanel = createContext<() => void>(() => undefined);

interface DropPanelProps {
  /** The accessible name of the button. */
  label: string;
  /** The class of the button; by default it is a small icon button. */
  className?: string | undefined;
  /** The content of the button. */
  face: ReactNode;
  /** The content of the panel. */
  children: ReactNode;
}

/** A button that opens a panel below it. The browser closes the panel on Escape or a click outside. */
export function DropPanel({ label, className, face, children }: DropPanelProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const place = ({ newState }: ToggleEvent) => {
    if (newState === 'open' && button.current && panel.current) moveBeside(button.current, panel.current, 'below-end');
  };
  const props = { ref: button, 'aria-label': label, title: label, popoverTarget: id };
  const close = useCallback(() => panel.current?.hidePopover?.(), []);
  return (
    <>
      {className === undefined ? (
        <ActionIcon variant="subtle" color="gray" {...props}>
          {face}
        </ActionIcon>
      ) : (
        <button type="button" className={className} {...props}>
          {face}
        </button>
      )}
      <div ref={panel} id={id} popover="auto" className={classes.panel} onToggle={place}>
        <ClosePanel value={close}>{children}</ClosePanel>
      </div>
    </>
  );
}

interface PanelOptionProps {
  onClick: () => void;
  /** Whether the option is the selected one; left out when the options are actions. */
  pressed?: boolean;
  /** Why the option is disabled, shown below it; null when it is enabled. */
  reason?: string | null;
  children: ReactNode;
}

/** A button in a panel that closes it. A disabled option stays focusable, so that its reason can be read. */
export function PanelOption({ onClick, pressed, reason = null, children }: PanelOptionProps) {
  const closePanel = use(ClosePanel);
  const reasonId = useId();
  const isDisabled = reason !== null;
  const choose = () => {
    // The panel closes first, so that its button has the focus; a dialog that opens now restores the focus to it.
    closePanel();
    onClick();
  };
  return (
    <>
      <button
        type="button"
        className={classes.option}
        aria-pressed={pressed}
        aria-disabled={isDisabled}
        aria-describedby={isDisabled ? reasonId : undefined}
        onClick={isDisabled ? undefined : choose}
      >
        {children}
      </button>
      {isDisabled && (
        <p id={reasonId} className={classes.optionReason}>
          {reason}
        </p>
      )}
    </>
  );
}
