import { barsOf } from '@fairwatch/look/voice';
import classes from './voice.module.css';

const height = 32;
const step = 4;

interface WaveformProps {
  peaks: readonly number[];
  /** How many bars. */
  count: number;
  /** How much of it has been played, from 0 to 1. */
  played: number;
}

/** A recording as bars, those that were played in colour. */
export function Waveform({ peaks, count, played }: WaveformProps) {
  return (
    <svg
      className={classes.waveform}
      viewBox={`0 0 ${count * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
      focusable="false"
    >
      {barsOf(peaks, count).map((peak, place) => {
        const tall = Math.max(2, (peak / 100) * height);
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
            key={place}
            x={place * step + 0.75}
            y={(height - tall) / 2}
            width={step - 1.5}
            height={tall}
            rx={1}
            data-played={place < played * count || undefined}
          />
        );
      })}
    </svg>
  );
}
