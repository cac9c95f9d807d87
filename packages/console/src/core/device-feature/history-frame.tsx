import type { ReactNode } from 'react';
import classes from './history-frame.module.css';

interface HistoryFrameProps {
  id: string;
  label: string;
  /** Nothing while it is loading. */
  children?: ReactNode;
}

/** A list that is opened above another one. As high as it will ever be from the beginning, so that nothing moves below it. */
export function HistoryFrame({ id, label, children }: HistoryFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it holds more than it shows
    <section id={id} className={classes.frame} aria-label={label} aria-busy={children === undefined} tabIndex={0}>
      {children}
    </section>
  );
}
