import {
  ticketCategories,
  ticketPriorities,
  ticketStatuses,
  type createdTickets,
  type InputOf,
} from '@fairwatch/contract';
import type { RawSearch } from '../../core/components/list-search.ts';

type Filter = NonNullable<InputOf<typeof createdTickets>['filter']>;

/** Besides the five statuses the filter offers those that go on together, and those that ended. */
export const statusChoices = ['ongoing', 'ended', ...ticketStatuses] as const;
type StatusChoice = (typeof statusChoices)[number];

/** The filters of a list of tickets, as its URL has them. */
export interface TicketFilter {
  status: StatusChoice | undefined;
  priority: Filter['priority'];
  category: Filter['category'];
  unread: boolean;
}

/** Reads the filters of a URL. Rubbish in it means no filter. */
export function readFilter(raw: RawSearch): TicketFilter {
  return {
    status: statusChoices.find((each) => each === raw['status']),
    priority: ticketPriorities.find((each) => each === raw['priority']),
    category: ticketCategories.find((each) => each === raw['category']),
    unread: raw['unread'] === true,
  };
}

/** The filters as the server takes them. */
export function filterInput({ status, priority, category, unread }: TicketFilter): Filter {
  const together = status === 'ongoing' || status === 'ended';
  return {
    ...(together ? { ongoing: status === 'ongoing' } : status && { status }),
    ...(priority && { priority }),
    ...(category && { category }),
    ...(unread && { unread }),
  };
}

export function isFiltering({ status, priority, category, unread }: TicketFilter): boolean {
  return status !== undefined || priority !== undefined || category !== undefined || unread;
}
