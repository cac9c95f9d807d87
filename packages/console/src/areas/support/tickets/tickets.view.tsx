import { assignedTickets, createdTickets } from '@fairwatch/contract';
import { TicketList } from './list/ticket-list.tsx';

/** The tickets that the signed-in admin has opened. */
export function MyTicketsView() {
  return <TicketList endpoint={createdTickets} side="MINE" />;
}

/** The tickets of the signed-in admin's subordinates. */
export function SubordinatesTicketsView() {
  return <TicketList endpoint={assignedTickets} side="SUBORDINATES" />;
}
