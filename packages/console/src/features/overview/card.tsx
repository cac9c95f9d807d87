import { Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './overview.module.css';

interface CardProps {
  title: string;
  /** Beside the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** One part of the overview. */
export function Card({ title, aside, children }: CardProps) {
  return (
    <Paper component="section" className={classes.card} aria-label={title}>
      <div className={classes.cardHead}>
        <Title order={2}>{title}</Title>
        {aside}
      </div>
      {children}
    </Paper>
  );
}

interface FactsProps {
  /** What each one is called, and what it is. */
  facts: readonly (readonly [term: string, value: ReactNode])[];
}

/** Facts under one another. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The shape of what is still loading. */
export function Loading({ lines }: { lines: number }) {
  return (
    <div className={classes.loading} aria-busy>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} />
      ))}
    </div>
  );
}
