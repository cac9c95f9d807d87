import { findSessionByHash } from '../../domain/accounts/sessions.ts';
import { deviceTransferOf } from '../../domain/content/content-link-access.ts';
import type { ContentLink, AttachmentLink } from '../../domain/content/content-links.ts';
import { scopeOf } from '../../domain/scope.ts';
import type { Services } from '../../domain/services/services.ts';
import { canReadTicket } from '../../domain/tickets/ticket-access.ts';
import { findTicketRow } from '../../domain/tickets/tickets.store.ts';
import type { TransferSubject } from '../../domain/transfers/open-transfers.ts';

/** The permissions that a download by this signed link depends on until its last byte. */
export function transferOf(
  services: Pick<Services, 'db' | 'bus'>,
  ticket: ContentLink | AttachmentLink,
): TransferSubject {
  if (!('ticketId' in ticket)) return deviceTransferOf(services, ticket);
  // An attachment needs no device here: its support ticket is deleted when the person leaves.
  const { tokenHash } = ticket;
  return { deviceId: null, capability: null, tokenHash, isAllowed: () => canSeeTicket(services, ticket) };
}

/** True while the session of this signed link may see the support ticket. */
async function canSeeTicket(
  services: Pick<Services, 'db' | 'bus'>,
  { tokenHash, ticketId }: AttachmentLink,
): Promise<boolean> {
  const session = await findSessionByHash(services, tokenHash);
  if (!session) return false;
  return canReadTicket(session, await findTicketRow(services.db, { scope: scopeOf(session) }, ticketId));
}
