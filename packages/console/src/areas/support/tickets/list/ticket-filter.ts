import {
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
  type createdTickets,
  type InputOf,
} from '@fairwatch/contract';
import type { RawSearch } from '../../../../core/components/filters/list-search.ts';

type Filter = NonNullable<InputOf<typeof createdTickets>['filter']>;

/** The options of the status filter: the groups `ongoing` and `ended`, and each single status. */
export const statusChoices = ['ongoing', 'ended', ...ticketStatuses] as const;
type StatusChoice = (typeof statusChoices)[number];

/** The filters of a ticket list, as stored in the URL. */
export interface TicketFilter {
  status: StatusChoice | undefined;
  priority: Filter['priority'];
  category: Filter['category'];
  unread: boolean;
}

/** Reads the filters of a URL. Invalid values are ignored. */
export function readFilter(raw: RawSearch): TicketFilter {
  return {
    status: statusChoices.find((each) => each === raw['status']),
    priority: ticketPriorities.find((each) => each === raw['priority']),
    category: ticketCategories.find((each) => each === raw['category']),
    unread: raw['unread'] === true,
  };
}

/** The filters as input of the list endpoints. */
export function filterInput({ status, priority, category, unread }: TicketFilter): Filter {
  const isGroup = status === 'ongoing' || status === 'ended';
  return {
    ...(isGroup ? { ongoing: status === 'ongoing' } : status && { status }),
    ...(priority && { priority }),
    ...(category && { category }),
    ...(unread && { unread }),
  };
}

export function isFiltering({ status, priority, category, unread }: TicketFilter): boolean {
  return status !== undefined || priority !== undefined || category !== undefined || unread;
}
