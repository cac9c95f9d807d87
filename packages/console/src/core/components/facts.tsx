import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** What a fact is called, and what it is. */
export type Fact = readonly [term: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** Close together and without lines between them, for a small place. */
  dense?: boolean;
}

/** Facts under one another; a dash where there is none. */
export function Facts({ facts, dense = false }: FactsProps) {
  return (
    <dl className={classes.facts} data-dense={dense || undefined}>
      {facts.map(([term, value]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
