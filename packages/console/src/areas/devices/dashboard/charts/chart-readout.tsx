import type { CSSProperties } from 'react';
import classes from './charts.module.css';

interface ChartReadoutProps {
  /** The position of the point in percent from the left. */
  left: number;
  time: string;
  lines: readonly { name: string; value: string }[];
}

/** A vertical line through one point with its values. Screen readers get them as the chart's value. */
export function ChartReadout({ left, time, lines }: ChartReadoutProps) {
  return (
    <div className={classes.cursor} style={{ '--at': `${left}%` } as CSSProperties} aria-hidden>
      <div className={classes.readout} data-before={left > 55 || undefined}>
        <span className="fw-muted">{time}</span>
        {lines.map(({ name, value }) => (
          <span key={name}>
            <strong>{value}</strong> {name}
          </span>
        ))}
      </div>
    </div>
  );
}
