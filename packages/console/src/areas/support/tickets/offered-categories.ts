import { presets, type TicketCategory } from '@fairwatch/contract';
import { sessionStore } from '../../../core/session/session-store.ts';

/** The categories that the installation's preset has, the default first, and the one that a ticket has already. */
export function offeredCategories(current?: TicketCategory): readonly TicketCategory[] {
  const { ticketCategories } = presets[sessionStore.get().installation.preset ?? 'everything'];
  return current === undefined || ticketCategories.includes(current)
    ? ticketCategories
    : [current, ...ticketCategories];
}
