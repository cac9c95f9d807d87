import type { ReactNode } from 'react';
import classes from './two-lines.module.css';

interface TwoLinesProps {
  first: ReactNode;
  /** In smaller type below the first line; no line for an empty one. */
  second: ReactNode;
}

/** The content of a table cell in two lines, each truncated to the width of the cell. */
export function TwoLines({ first, second }: TwoLinesProps) {
  return (
    <span className={classes.lines}>
      <span dir="auto">{first}</span>
      {second !== '' && (
        <span className="fw-note" dir="auto">
          {second}
        </span>
      )}
    </span>
  );
}
