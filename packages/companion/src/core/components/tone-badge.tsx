import type { Tone } from '@fairwatch/device/words';
import type { ReactNode } from 'react';
import classes from './tone-badge.module.css';

/** A coloured badge. Its text says the same as its colour. */
export function ToneBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
