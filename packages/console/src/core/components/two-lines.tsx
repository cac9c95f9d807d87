import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface TwoLinesProps {
  first: ReactNode;
  /** Smaller, under it. */
  second: ReactNode;
}

/** A cell of two lines, each cut where it does not fit. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <span className={classes.lines}>
      <span>{first}</span>
      <span className={classes.second}>{second}</span>
    </span>
  );
}
