import { barsOf } from '@fairwatch/look/voice';
import classes from './voice.module.css';

const height = 32;
const step = 4;

interface WaveformProps {
  peaks: readonly number[];
  /** The number of bars. */
  count: number;
  /** The played share, 0 to 1. */
  played: number;
}

/** A recording as bars. The played ones are highlighted. */
export function Waveform({ peaks, count, played }: WaveformProps) {
  return (
    <svg
      className={classes.waveform}
      viewBox={`0 0 ${count * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      {barsOf(peaks, count).map((peak, index) => {
        const barHeight = Math.max(2, (peak / 100) * height);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar has no identity but its index
            key={index}
            x={index * step + 0.75}
            y={(height - barHeight) / 2}
            width={step - 1.5}
            height={barHeight}
            rx={1}
            data-played={index < played * count || undefined}
          />
        );
      })}
    </svg>
  );
}
