import type { ReactNode } from 'react';
import classes from './facts.module.css';

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
