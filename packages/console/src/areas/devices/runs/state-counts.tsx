import { runItemStates, type RunCounts } from '@fairwatch/contract';
import { Link } from '@tanstack/react-router';
import { searchLink } from '../../../core/router/page-link.ts';
import { RunItemBadge } from '../../../shared/run-progress/run-badges.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import classes from './runs.module.css';

/** How many items are in each state. Each links to the list of those items. */
export function StateCounts({ counts }: { counts: RunCounts }) {
  const number = new Intl.NumberFormat(currentLanguage());
  return (
    <ul className={classes.states}>
      {runItemStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <li key={state}>
            <Link {...searchLink({ state, page: undefined })} className={classes.state}>
              <strong>{number.format(counts[state])}</strong>
              <RunItemBadge state={state} />
            </Link>
          </li>
        ))}
    </ul>
  );
}
