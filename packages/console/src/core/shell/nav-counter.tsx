import '@mantine/core/styles/VisuallyHidden.layer.css';
import { approvalCount, ticketCounts } from '@fairwatch/contract';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import type { NavCount } from '../router/page.ts';
import classes from './sidebar.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** More than this is many. */
const most = 99;

/** How much waits for the admin beside a page's name. */
export function NavCounter({ of }: { of: NavCount }) {
  return of === 'approvals' ? <ApprovalCount /> : <TicketCount of={of} />;
}

/** How many requests wait for the admin to agree. */
function ApprovalCount() {
  const { t } = useShellTexts();
  const count = useQuery(query(approvalCount, {})).data?.data.count ?? 0;
  return count === 0 ? null : <Counted count={count} waiting words={t('approvals', { count })} />;
}

/** How many tickets wait for the admin, in colour; else how many are open. Nothing when there are none. */
function TicketCount({ of }: { of: Exclude<NavCount, 'approvals'> }) {
  const { t } = useShellTexts();
  const counts = useQuery(query(ticketCounts, {})).data?.data[of];
  if (!counts || (counts.open === 0 && counts.unread === 0)) return null;
  const waiting = counts.unread > 0;
  const count = waiting ? counts.unread : counts.open;
  const words = t(waiting ? 'tickets.unread' : 'tickets.open', { count });
  return <Counted count={count} waiting={waiting} words={words} />;
}

function Counted({ count, waiting, words }: { count: number; waiting: boolean; words: string }) {
  return (
    <span className={classes.count} data-waiting={waiting || undefined} title={words}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
