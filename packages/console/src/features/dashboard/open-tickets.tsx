import type { OpenTicket } from '@fairwatch/contract';
import { Button, Paper, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { breakable } from '../../core/components/breakable.tsx';
import { PriorityBadge } from '../../core/components/priority-badge.tsx';
import { DashboardTable } from './dashboard-table.tsx';
import table from './dashboard-table.module.css';
import classes from './dashboard.module.css';

const columns = ['id', 'title', 'client', 'priority', 'action'] as const;

/** Where each side of the tickets has its list and its pages. */
const pages = {
  SUBORDINATES: { list: '/subordinates-tickets', ticket: '/subordinates-ticket' },
  MINE: { list: '/my-tickets', ticket: '/my-ticket' },
} as const;

interface OpenTicketsProps {
  tickets: readonly OpenTicket[];
  /** Which list leads on from here. */
  side: OpenTicket['side'];
}

/** The tickets that need attention first. */
export function OpenTickets({ tickets, side }: OpenTicketsProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Paper component="section" className={classes.panel} aria-label={t('tickets.heading')}>
      <header className={classes.head}>
        <Title order={2}>{t('tickets.heading')}</Title>
        <Link to={pages[side].list} className={classes.more}>
          {t('tickets.all')}
        </Link>
      </header>
      {tickets.length === 0 ? (
        <p className={classes.note}>{t('tickets.none')}</p>
      ) : (
        <DashboardTable columns={columns} heading={(column) => t(`tickets.${column}`)}>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} />
          ))}
        </DashboardTable>
      )}
    </Paper>
  );
}

function TicketRow({ ticket: { id, title, clientUsername, priority, side, unread } }: { ticket: OpenTicket }) {
  const { t } = useTranslation('dashboard');
  return (
    <tr>
      <td data-column="id">{id}</td>
      <td data-column="title">
        <span className={table.ticketTitle} title={title}>
          {title}
        </span>
        {unread && <span className={table.unread}>{t('tickets.unread')}</span>}
      </td>
      <td data-column="client" title={clientUsername}>
        {breakable(clientUsername)}
      </td>
      <td data-column="priority">
        <PriorityBadge priority={priority} label={t(`tickets.priorities.${priority}`)} />
      </td>
      <td data-column="action">
        <Button
          component={Link}
          to={`${pages[side].ticket}/${id}`}
          size="compact-sm"
          variant="default"
          aria-label={t('tickets.openNumber', { id })}
        >
          {t('tickets.open')}
        </Button>
      </td>
    </tr>
  );
}
