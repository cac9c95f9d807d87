import type { Access, assignedTickets, createdTickets, TicketSide } from '@fairwatch/contract';

/** The two ways to look at tickets have the same shape. */
export type TicketListEndpoint = typeof createdTickets | typeof assignedTickets;

interface Side {
  /** Its part of the texts. */
  words: 'mine' | 'subordinates';
  list: string;
  /** The page of one of its tickets. */
  pageOf: (id: number) => string;
  /** What it takes to edit, write and mark as read; the server asks for the same. */
  change: { access: Access };
}

export const sides: Readonly<Record<TicketSide, Side>> = {
  MINE: {
    words: 'mine',
    list: '/my-tickets',
    pageOf: (id) => `/my-ticket/${id}`,
    change: { access: { permission: 'MY_TICKETS', level: 'FULL_ACCESS' } },
  },
  SUBORDINATES: {
    words: 'subordinates',
    list: '/subordinates-tickets',
    pageOf: (id) => `/subordinates-ticket/${id}`,
    change: { access: { permission: 'SUBORDINATES_TICKETS', level: 'FULL_ACCESS' } },
  },
};
