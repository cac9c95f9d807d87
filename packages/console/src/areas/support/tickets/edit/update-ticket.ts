import { updateTicket, type InputOf } from '@fairwatch/contract';
import { call } from '../../../../core/api/client.ts';
import { refetchChanged } from '../../../../shared/changes/refetch-changed.ts';

/** The changed fields of an edit. */
export type TicketEdit = Omit<InputOf<typeof updateTicket>, 'ticketId' | 'version'>;

/** Saves an edit that is based on `version`. The tickets on screen are loaded again, also after a failure such as a conflict. */
export async function saveEdit(ticketId: number, version: number, edit: TicketEdit): Promise<void> {
  try {
    await call(updateTicket, { ticketId, version, ...edit });
  } finally {
    await refetchChanged('tickets');
  }
}
