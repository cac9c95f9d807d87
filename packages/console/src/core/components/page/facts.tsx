import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** The label of a fact and its value. */
export type Fact = readonly [term: string, value: ReactNode];

interface FactsProps {
  facts: readonly Fact[];
  /** Draws the facts with less spacing and without separators, for narrow places. */
  dense?: boolean;
}

/** A definition list. An empty string is shown as a dash. */
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
