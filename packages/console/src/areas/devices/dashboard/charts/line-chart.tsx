import { useState, type KeyboardEvent, type PointerEvent, type CSSProperties } from 'react';
import classes from './charts.module.css';
import { across, areaPath, linePath, marks, nearest, splitAtGaps, type ChartPoint, type Plot } from './plot.ts';
import { listText } from '../../../../core/i18n/list-text.ts';

export interface LineChartProps {
  /** The accessible name, which screen readers read before each value. */
  label: string;
  /** The names of the series, in the order of a point's values. The second is drawn dashed. */
  series: readonly string[];
  points: readonly ChartPoint[];
  plot: Plot;
  /** The time between two points; the line has a gap where points are missing. */
  stepMs: number;
  valueText: (value: number) => string;
  /** Formats the time of a point in full. */
  timeText: (at: Date) => string;
  /** Formats a time on the axis, in short. */
  markText: (at: Date) => string;
  /** A low chart with few marks, for several side by side. */
  small?: boolean;
}

/**
 * A line chart over time. The SVG has 100 by 100 units and is stretched by the browser, so that it fits any width without measuring;
 * the texts are HTML. Pointer and arrow keys move from value to value.
 */
export function LineChart(props: LineChartProps) {
  const { label, series, points, plot, stepMs, valueText, timeText, markText, small = false } = props;
  const [chosen, setChosen] = useState<number | null>(null);
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  const read = (each: ChartPoint | undefined) =>
    each
      ? `${timeText(each.at)}: ${listText(each.values.map((value, index) => `${valueText(value)} ${series[index]}`))}`
      : '';
  const follow = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setChosen(nearest(plot, points, (clientX - left) / width));
  };
  const step = (event: KeyboardEvent) => {
    const next = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, next)));
  };
  return (
    <div className={classes.chart} data-small={small || undefined}>
      <div className={classes.levels} aria-hidden>
        {(small ? [plot.top] : [plot.top, plot.top / 2, 0]).map((value) => (
          <span key={value}>{valueText(value)}</span>
        ))}
      </div>
      <div
        className={classes.plot}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot follow a pointer that only hovers
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, place)}
        aria-valuetext={read(point)}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setChosen(null)}
        onFocus={() => setChosen((before) => before ?? last)}
        onBlur={() => setChosen(null)}
        onKeyDown={step}
      >
        <Lines {...{ series, points, plot, stepMs }} />
        {chosen !== null && point && (
          <ChartReadout
            left={across(plot, point.at)}
            time={timeText(point.at)}
            lines={point.values.map((value, index) => ({ name: series[index] ?? '', value: valueText(value) }))}
          />
        )}
      </div>
      <div className={classes.marks} aria-hidden>
        {marks(plot, stepMs, small ? 2 : 5).map((at) => (
          <span key={at.getTime()} style={{ left: `${across(plot, at)}%` }}>
            {markText(at)}
          </span>
        ))}
      </div>
    </div>
  );
}

function Lines({ series, points, plot, stepMs }: Pick<LineChartProps, 'series' | 'points' | 'plot' | 'stepMs'>) {
  const parts = splitAtGaps(points, stepMs);
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden className={classes.drawing}>
      {[0, 50, 100].map((y) => (
        <path key={y} d={`M0,${y}H100`} className={classes.gridLine} />
      ))}
      <path d={areaPath(plot, parts, 0)} className={classes.area} />
      {series.map((name, index) => (
        <path
          key={name}
          d={linePath(plot, parts, index)}
          className={classes.line}
          data-second={index > 0 || undefined}
        />
      ))}
    </svg>
  );
}

interface ChartReadoutProps {
  /** The position of the point in percent from the left. */
  left: number;
  time: string;
  lines: readonly { name: string; value: string }[];
}

/** A vertical line through one point with its values. Screen readers get them as the chart's value. */
function ChartReadout({ left, time, lines }: ChartReadoutProps) {
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
