import { assignedTickets, createdTickets, type Ticket } from '@fairwatch/contract';
import { IconTicket } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { query } from '../api/query.ts';
import { useCan } from '../components/can.tsx';
import type { PaletteItem } from './palette-item.ts';
import { usePaletteTexts } from './use-palette-texts.ts';

/** Each ticket that is found goes into the log of its person, so that a letter or two look for none. */
const searchedFrom = 3;
const most = 5;

/** Tickets that fit what was typed: the admin's own, and those that they answer, as far as they may see them. */
export function useTicketItems(search: string) {
  const router = useRouter();
  const { t } = usePaletteTexts();
  const [seesOwn, seesOthers] = [useCan(createdTickets), useCan(assignedTickets)];
  const asked = { search, pageSize: most };
  const isAsked = search.length >= searchedFrom;
  const shown = { placeholderData: keepPreviousData };
  const own = useQuery({ ...query(createdTickets, asked), ...shown, enabled: isAsked && seesOwn });
  const others = useQuery({ ...query(assignedTickets, asked), ...shown, enabled: isAsked && seesOthers });
  const item = (to: string, { id, title, description, clientUsername }: Ticket): PaletteItem => ({
    id: `ticket:${id}`,
    recentId: null,
    group: 'ticket',
    label: title,
    also: `${id} ${description} ${clientUsername}`,
    note: t('ticketNote', { id, name: clientUsername }),
    icon: IconTicket,
    run: () => void router.navigate({ to: `${to}/${id}` } as never),
  });
  const ownItems = (own.data?.data ?? []).map((ticket) => item('/my-ticket', ticket));
  const otherItems = (others.data?.data ?? []).map((ticket) => item('/subordinates-ticket', ticket));
  return {
    items: isAsked ? [...ownItems, ...otherItems] : [],
    isStale: isAsked && (own.isPlaceholderData || others.isPlaceholderData),
    isFetching: own.isFetching || others.isFetching,
  };
}
