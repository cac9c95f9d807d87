import type { Ticket, TicketSide } from '@fairwatch/contract';
import { Text } from '@mantine/core';
import type { Column } from '../../../../core/components/table/columns.ts';
import { AccountName } from '../../../../core/components/people/account-name.tsx';
import { RelativeTime } from '../../../../core/components/time/relative-time.tsx';
import { i18n } from '../../../../core/i18n/i18n.ts';
import { TicketActions } from '../edit/ticket-actions.tsx';
import { TicketPriorityBadge, TicketStatusBadge } from '../ticket-badges.tsx';
import classes from '../tickets.module.css';
import { useTicketTexts } from '../use-ticket-texts.ts';

function TitleCell({ title, unreadCount }: Ticket) {
  const { t } = useTicketTexts();
  return (
    <span className={classes.title}>
      <Text span inherit truncate fw={unreadCount > 0 ? 650 : undefined} dir="auto">
        {title}
      </Text>
      {unreadCount > 0 && (
        <span className={classes.unread} title={t('unread', { count: unreadCount })}>
          <span aria-hidden>{unreadCount}</span>
          <span className="fw-hidden">{t('unread', { count: unreadCount })}</span>
        </span>
      )}
    </span>
  );
}

/** The column that differs by side: the description of an own ticket, or the person who opened a subordinate's. */
const sideColumns: Readonly<Record<TicketSide, Column<Ticket>>> = {
  MINE: { key: 'description', header: 'tickets:columns.description' },
  SUBORDINATES: {
    key: 'clientUsername',
    header: 'tickets:columns.clientUsername',
    cell: ({ clientUsername, clientName }) => <AccountName username={clientUsername} name={clientName} />,
    width: '18%',
  },
};

export function columnsOf(side: TicketSide): readonly Column<Ticket>[] {
  return [
    { key: 'id', header: 'tickets:columns.id', sortable: true, width: '4rem', card: 'lead' },
    {
      key: 'title',
      header: 'tickets:columns.title',
      cell: (ticket) => <TitleCell {...ticket} />,
      text: ({ title }) => title,
      sortable: true,
      card: 'title',
    },
    sideColumns[side],
    {
      key: 'category',
      header: 'tickets:columns.category',
      text: ({ category }) => i18n.t(`tickets:category.${category}`),
      sortable: true,
      width: '7rem',
    },
    {
      key: 'date',
      header: 'tickets:columns.date',
      cell: ({ date }) => <RelativeTime at={date} />,
      sheet: 'moment',
      sortable: true,
      width: '8rem',
    },
    {
      key: 'priority',
      header: 'tickets:columns.priority',
      cell: ({ priority }) => <TicketPriorityBadge priority={priority} />,
      text: ({ priority }) => i18n.t(`tickets:priority.${priority}`),
      sortable: true,
      width: '6.5rem',
    },
    {
      key: 'status',
      header: 'tickets:columns.status',
      cell: ({ status }) => <TicketStatusBadge status={status} />,
      text: ({ status }) => i18n.t(`tickets:status.${status}`),
      sortable: true,
      width: '7rem',
      card: 'aside',
    },
    {
      key: 'version',
      header: 'tickets:columns.action',
      cell: (ticket) => <TicketActions ticket={ticket} side={side} />,
      text: () => '',
      controls: true,
      width: '6rem',
    },
  ];
}

/** The columns of the export: those of the page without the buttons. */
export function exportColumnsOf(side: TicketSide): readonly Column<Ticket>[] {
  return columnsOf(side).filter(({ controls }) => !controls);
}
