import type { ReactNode } from 'react';
import classes from './history-frame.module.css';

interface HistoryFrameProps {
  id: string;
  label: string;
  /** Undefined while it is loading. */
  children?: ReactNode;
}

/** The frame of a list that opens beside another one, or above it where there is no room. There its height is fixed, so that nothing below it moves while it loads. */
export function HistoryFrame({ id, label, children }: HistoryFrameProps) {
  return (
    <section
      id={id}
      className={`fw-panel ${classes.frame}`}
      aria-label={label}
      aria-busy={children === undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on a phone, and must be reachable by keyboard
      tabIndex={0}
    >
      {children}
    </section>
  );
}
