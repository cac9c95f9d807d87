import '@mantine/core/styles/VisuallyHidden.layer.css';
import type { Ticket, TicketSide } from '@fairwatch/contract';
import { VisuallyHidden } from '@mantine/core';
import type { Column } from '../../core/components/columns.ts';
import { PersonName } from '../../core/components/person-name.tsx';
import { RelativeTime } from '../../core/components/relative-time.tsx';
import { i18n } from '../../core/i18n/i18n.ts';
import { TicketActions } from './ticket-actions.tsx';
import { PriorityOf, StatusOf } from './ticket-badges.tsx';
import classes from './tickets.module.css';
import { useTicketTexts } from './use-ticket-texts.ts';

function TitleCell({ title, unreadCount }: Ticket) {
  const { t } = useTicketTexts();
  return (
    <span className={classes.title} data-unread={unreadCount > 0 || undefined}>
      <span className={classes.titleText} dir="auto">
        {title}
      </span>
      {unreadCount > 0 && (
        <span className={classes.unread} title={t('unread', { count: unreadCount })}>
          <span aria-hidden>{unreadCount}</span>
          <VisuallyHidden>{t('unread', { count: unreadCount })}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}

/** What the other columns stand around: the words of one's own ticket, or who asks. */
const middleColumns: Readonly<Record<TicketSide, Column<Ticket>>> = {
  MINE: { key: 'description', header: 'tickets:columns.description' },
  SUBORDINATES: {
    key: 'clientUsername',
    header: 'tickets:columns.clientUsername',
    cell: ({ clientUsername }) => <PersonName name={clientUsername} />,
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
    middleColumns[side],
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
      cell: ({ priority }) => <PriorityOf priority={priority} />,
      text: ({ priority }) => i18n.t(`tickets:priority.${priority}`),
      sortable: true,
      width: '6.5rem',
    },
    {
      key: 'status',
      header: 'tickets:columns.status',
      cell: ({ status }) => <StatusOf status={status} />,
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

/** What an exported file has: the page's columns without the buttons. */
export function exportColumnsOf(side: TicketSide): readonly Column<Ticket>[] {
  return columnsOf(side).filter(({ controls }) => !controls);
}
