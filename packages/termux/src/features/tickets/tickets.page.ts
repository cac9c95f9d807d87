import type { PersonTicket } from '@fairwatch/contract';
import { lastLine, momentText, ticketMark, ticketWords } from '@fairwatch/device/words';
import type { Person } from '../../core/person/person.ts';
import { action, dim, text, type Action, type Page } from '../../core/screen/view.ts';
import { writeTicket } from './new-ticket.ts';
import { createTicketPage } from './ticket.page.ts';

/** The list of the person's tickets, newest first. */
export function createTicketsPage(person: Person): Page {
  const { device, screen, now } = person;
  const openTicket = (ticketId: number) => screen.open(createTicketPage(person, ticketId));

  function row(ticket: PersonTicket): Action {
    const { ticketId, title, description, status, unreadCount, openedAt } = ticket;
    const last = device.live.get().tickets.conversations[ticketId]?.messages.at(-1);
    const { label, tone } = ticketMark(status);
    const isNew = unreadCount > 0;
    return action(title, () => openTicket(ticketId), {
      key: String(ticketId),
      mark: `${label}${isNew ? `, ${ticketWords('newAnswer')}` : ''}:`,
      hints: [
        lastLine(last, description),
        ticketWords('lastAt', { ticketId, moment: momentText(last?.sentAt ?? openedAt, now().getTime()) }),
      ],
      style: isNew ? 'bad' : tone,
    });
  }

  return {
    view() {
      const { tickets: cache, unsentTickets } = device.live.get();
      const unsent = unsentTickets.filter((frame) => frame.type === 'ticket-open');
      const before = cache.tickets.at(-1)?.ticketId ?? null;
      return {
        title: ticketWords('title'),
        blocks: [
          ...(cache.tickets.length + unsent.length === 0 ? [text(ticketWords('none'))] : []),
          ...unsent.flatMap(({ title }) => [text(title), dim(ticketWords('waitingToBeSent'))]),
          action(ticketWords('write'), async () => {
            const ticketId = await writeTicket(person);
            if (ticketId !== null) openTicket(ticketId);
          }),
          ...cache.tickets.map(row),
          ...(cache.more
            ? [action(ticketWords('older'), () => device.tickets.readList(before), { key: 'older' })]
            : []),
        ],
      };
    },
  };
}
