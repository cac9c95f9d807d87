import type { OpenTicket, TicketPriority } from '@fairwatch/contract';
import { Button, Paper, Title } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconChevronUp, IconMinus, type TablerIcon } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ToneBadge, type Tone } from '../../core/components/tone-badge.tsx';
import classes from './dashboard.module.css';

const columns = ['id', 'title', 'client', 'priority', 'action'] as const;

const looks: Record<TicketPriority, { icon: TablerIcon; tone: Tone }> = {
  LOW: { icon: IconChevronDown, tone: 'quiet' },
  MEDIUM: { icon: IconMinus, tone: 'quiet' },
  HIGH: { icon: IconChevronUp, tone: 'waiting' },
  CRITICAL: { icon: IconAlertTriangle, tone: 'bad' },
};

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
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" data-column={column}>
                  {t(`tickets.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tickets.map((ticket) => (
              <TicketRow key={ticket.id} ticket={ticket} />
            ))}
          </tbody>
        </table>
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
        <span className={classes.ticketTitle} title={title}>
          {title}
        </span>
        {unread && <span className={classes.unread}>{t('tickets.unread')}</span>}
      </td>
      <td data-column="client">{clientUsername}</td>
      <td data-column="priority">
        <ToneBadge {...looks[priority]} label={t(`tickets.priorities.${priority}`)} />
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
