import { assignedTickets, createdTickets } from '@fairwatch/contract';
import { TicketList } from './ticket-list.tsx';

/** What the signed-in admin asked those above. */
export function MyTicketsView() {
  return <TicketList endpoint={createdTickets} side="MINE" />;
}

/** What those below ask the signed-in admin. */
export function SubordinatesTicketsView() {
  return <TicketList endpoint={assignedTickets} side="SUBORDINATES" />;
}
