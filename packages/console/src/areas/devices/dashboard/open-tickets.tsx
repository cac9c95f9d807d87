import type { OpenTicket } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { breakable } from '../../../core/components/text/breakable.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { PriorityBadge } from '../../../core/components/badges/priority-badge.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { DashboardTable } from './dashboard-table.tsx';
import table from './dashboard-table.module.css';
import { pageLink } from '../../../core/router/page-link.ts';

const columns = ['id', 'title', 'client', 'priority', 'action'] as const;

/** The list and the ticket page of each side. */
const pages = {
  SUBORDINATES: {
    list: pageLink('/subordinates-tickets'),
    ticket: (id: number) =>
      pageLink('/subordinates-ticket/$subordinateTicketId', { params: { subordinateTicketId: id } }),
  },
  MINE: {
    list: pageLink('/my-tickets'),
    ticket: (id: number) => pageLink('/my-ticket/$myTicketId', { params: { myTicketId: id } }),
  },
} as const;

interface OpenTicketsProps {
  tickets: readonly OpenTicket[];
  /** The side whose list the panel links to. */
  side: OpenTicket['side'];
  refetch: () => Promise<unknown>;
}

/** The tickets that need attention first. */
export function OpenTickets({ tickets, side, refetch }: OpenTicketsProps) {
  const { t } = useTranslation('dashboard');
  return (
    <Card
      title={t('tickets.heading')}
      aside={
        <Link {...pages[side].list} className="fw-plain-link" data-tone="accent">
          {t('tickets.all')}
        </Link>
      }
    >
      {tickets.length === 0 ? (
        <EmptyView inPanel icon={IconTicket} title={t('tickets.none')} hint={t('tickets.noneHint')} refetch={refetch} />
      ) : (
        <DashboardTable columns={columns} heading={(column) => t(`tickets.${column}`)}>
          {tickets.map((ticket) => (
            <TicketRow key={ticket.id} ticket={ticket} />
          ))}
        </DashboardTable>
      )}
    </Card>
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
        {unread && (
          <span className="fw-pill" data-tone="accent">
            {t('tickets.unread')}
          </span>
        )}
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
          {...pages[side].ticket(id)}
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
