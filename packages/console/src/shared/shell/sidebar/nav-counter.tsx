import { approvalCount, ticketCounts, unreadNotifications } from '@fairwatch/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../core/api/query.ts';
import type { NavCount } from '../../../core/router/page.ts';
import classes from './sidebar.module.css';
import { useShellTexts } from '../texts/use-shell-texts.ts';

/** Larger counts are shown as "99+". */
const maxCount = 99;

/** The number of open items beside a page's name in the sidebar. */
export function NavCounter({ of }: { of: NavCount }) {
  if (of === 'alerts') return <AlertCount />;
  return of === 'approvals' ? <ApprovalCount /> : <TicketCount of={of} />;
}

/** The number of requests that wait for the admin's approval. */
function ApprovalCount() {
  const { t } = useShellTexts();
  const count = useQuery(query(approvalCount, {})).data?.data.count ?? 0;
  return count === 0 ? null : <CountBadge count={count} highlighted words={t('approvals', { count })} />;
}

/** The number of alerts that nobody has acknowledged. */
function AlertCount() {
  const { t } = useShellTexts();
  const count = useQuery(query(unreadNotifications, {})).data?.data.alerts ?? 0;
  return count === 0 ? null : <CountBadge count={count} highlighted words={t('alerts', { count })} />;
}

/** The number of unread tickets, highlighted; without any, the number of open tickets. Renders nothing when both are zero. */
function TicketCount({ of }: { of: Exclude<NavCount, 'approvals' | 'alerts'> }) {
  const { t } = useShellTexts();
  const counts = useQuery(query(ticketCounts, {})).data?.data[of];
  if (!counts || (counts.open === 0 && counts.unread === 0)) return null;
  const highlighted = counts.unread > 0;
  const count = highlighted ? counts.unread : counts.open;
  const words = t(highlighted ? 'tickets.unread' : 'tickets.open', { count });
  return <CountBadge count={count} highlighted={highlighted} words={words} />;
}

function CountBadge({ count, highlighted, words }: { count: number; highlighted: boolean; words: string }) {
  return (
    <span className={classes.count} data-waiting={highlighted || undefined} title={words}>
      <span aria-hidden>{count > maxCount ? `${maxCount}+` : count}</span>
      <span className="fw-hidden">{words}</span>
    </span>
  );
}
