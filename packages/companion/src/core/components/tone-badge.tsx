import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

export type Tone = 'plain' | 'accent' | 'good' | 'warn' | 'bad';

/** A coloured badge. Its text says the same as its colour. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
