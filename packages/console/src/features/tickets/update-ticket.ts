import { updateTicket, type InputOf } from '@fairwatch/contract';
import { call } from '../../core/api/client.ts';
import { readAgain } from '../../core/socket/read-again.ts';

/** What an edit changes of a ticket. */
export type TicketEdit = Omit<InputOf<typeof updateTicket>, 'ticketId' | 'version'>;

/** Changes a ticket as it stood at `version`. Whatever came of it, what is on screen is read again. */
export async function saveEdit(ticketId: number, version: number, edit: TicketEdit): Promise<void> {
  try {
    await call(updateTicket, { ticketId, version, ...edit });
  } finally {
    await readAgain('tickets');
  }
}
