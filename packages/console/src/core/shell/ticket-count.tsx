import '@mantine/core/styles/VisuallyHidden.layer.css';
import { ticketCounts } from '@fairwatch/contract';
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { query } from '../api/query.ts';
import type { NavCount } from '../router/page.ts';
import classes from './sidebar.module.css';
import { useShellTexts } from './use-shell-texts.ts';

/** More than this is many. */
const most = 99;

/** How many tickets wait for the admin, in colour; else how many are open. Nothing when there are none. */
export function TicketCount({ of }: { of: NavCount }) {
  const { t } = useShellTexts();
  const counts = useQuery(query(ticketCounts, {})).data?.data[of];
  if (!counts || (counts.open === 0 && counts.unread === 0)) return null;
  const waiting = counts.unread > 0;
  const count = waiting ? counts.unread : counts.open;
  const words = t(waiting ? 'tickets.unread' : 'tickets.open', { count });
  return (
    <span className={classes.count} data-waiting={waiting || undefined} title={words}>
      <span aria-hidden>{count > most ? `${most}+` : count}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
}
