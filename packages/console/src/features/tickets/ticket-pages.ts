import type { LazyView } from '../../core/router/page.ts';

/**
 * The pages of tickets, each brought when it is opened. They stand here and not in the registry, because that comes with
 * every visit, the sign-in page included, and names all that its pages are made of.
 */
export const ticketViews = {
  mine: async () => (await import('./tickets.view.tsx')).MyTicketsView,
  subordinates: async () => (await import('./tickets.view.tsx')).SubordinatesTicketsView,
  myTicket: async () => (await import('./ticket.view.tsx')).MyTicketView,
  subordinatesTicket: async () => (await import('./ticket.view.tsx')).SubordinatesTicketView,
  add: async () => (await import('./add-ticket.view.tsx')).AddTicketView,
} satisfies Record<string, LazyView>;
