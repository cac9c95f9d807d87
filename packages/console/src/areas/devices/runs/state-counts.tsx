import { runItemStates, type RunCounts } from '@fairwatch/contract';
import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { searchLink } from '../../../core/router/page-link.ts';
import { RunItemBadge } from '../../../shared/run-progress/run-badges.tsx';
import { currentLanguage } from '../../../core/i18n/i18n.ts';

/** How many items are in each state. Each links to the list of those items. */
export function StateCounts({ counts }: { counts: RunCounts }) {
  const number = new Intl.NumberFormat(currentLanguage());
  return (
    <Group component="ul" gap="0.5rem 1.25rem">
      {runItemStates
        .filter((state) => counts[state] > 0)
        .map((state) => (
          <li key={state}>
            <Link {...searchLink({ state, page: undefined })} className="fw-inline fw-plain-link fw-figures">
              <strong>{number.format(counts[state])}</strong>
              <RunItemBadge state={state} />
            </Link>
          </li>
        ))}
    </Group>
  );
}
