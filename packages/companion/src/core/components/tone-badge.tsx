import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A word with a colour. The word says it too, for who does not see the colour. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
