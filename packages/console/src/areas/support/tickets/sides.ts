import {
  consoleLink,
  type Access,
  type assignedTickets,
  type ConsolePath,
  type createdTickets,
  type TicketSide,
} from '@fairwatch/contract';

/** The list endpoints of own and of subordinates' tickets, which have the same input and output. */
export type TicketListEndpoint = typeof createdTickets | typeof assignedTickets;

interface Side {
  /** The prefix of the text keys. */
  textPrefix: 'mine' | 'subordinates';
  list: ConsolePath;
  /** The path of a ticket's page. */
  pageOf: (id: number) => string;
  /** The access to edit, write and mark as read; the server checks the same. */
  change: { access: Access };
}

/** The differences between own and subordinates' tickets. */
export const sides: Readonly<Record<TicketSide, Side>> = {
  MINE: {
    textPrefix: 'mine',
    list: '/my-tickets',
    pageOf: (id) => consoleLink('/my-ticket/$myTicketId', { myTicketId: id }),
    change: { access: { permission: 'MY_TICKETS', level: 'FULL_ACCESS' } },
  },
  SUBORDINATES: {
    textPrefix: 'subordinates',
    list: '/subordinates-tickets',
    pageOf: (id) => consoleLink('/subordinates-ticket/$subordinateTicketId', { subordinateTicketId: id }),
    change: { access: { permission: 'SUBORDINATES_TICKETS', level: 'FULL_ACCESS' } },
  },
};
