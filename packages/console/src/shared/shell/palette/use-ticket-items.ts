import { assignedTickets, createdTickets, type Ticket } from '@fairwatch/contract';
import { IconTicket } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../../../core/api/query.ts';
import { useCan } from '../../../core/components/can.tsx';
import type { PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './use-palette-texts.ts';
import { pageLink, type PageLink } from '../../../core/router/page-link.ts';

/** Every ticket that is found is logged for its person, so a shorter text is not searched for. */
const minSearchLength = 3;
const maxTickets = 5;

/** Palette items for tickets that match the search: those the admin created and those the admin answers, by the admin's permissions. */
export function useTicketItems(search: string) {
  const router = useRouter();
  const { t } = usePaletteTexts();
  const [canSeeCreated, canSeeAssigned] = [useCan(createdTickets), useCan(assignedTickets)];
  const input = { search, pageSize: maxTickets };
  const isSearched = search.length >= minSearchLength;
  const options = { placeholderData: keepPreviousData };
  const created = useQuery({ ...query(createdTickets, input), ...options, enabled: isSearched && canSeeCreated });
  const assigned = useQuery({ ...query(assignedTickets, input), ...options, enabled: isSearched && canSeeAssigned });
  const toItem = (link: PageLink, { id, title, description, clientUsername, clientName }: Ticket): PaletteItem => ({
    id: `ticket:${id}`,
    recentId: null,
    group: 'ticket',
    label: title,
    keywords: `${id} ${description} ${clientUsername} ${clientName}`,
    note: t('ticketNote', { id, name: clientName }),
    icon: IconTicket,
    run: () => void router.navigate(link),
  });
  const createdItems = (created.data?.data ?? []).map((ticket) =>
    toItem(pageLink('/my-ticket/$myTicketId', { params: { myTicketId: ticket.id } }), ticket),
  );
  const assignedItems = (assigned.data?.data ?? []).map((ticket) =>
    toItem(
      pageLink('/subordinates-ticket/$subordinateTicketId', { params: { subordinateTicketId: ticket.id } }),
      ticket,
    ),
  );
  return {
    items: isSearched ? [...createdItems, ...assignedItems] : [],
    isStale: isSearched && (created.isPlaceholderData || assigned.isPlaceholderData),
    isFetching: created.isFetching || assigned.isFetching,
  };
}
