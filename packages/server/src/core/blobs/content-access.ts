import { can } from '@fairwatch/contract';
import { checkDevice, refusalToShare } from '../devices/device-access.ts';
import { findDeviceAccess } from '../devices/devices.store.ts';
import { AppError } from '../app-error.ts';
import type { Session } from '../http/route.ts';
import { contentSubject } from './content-reads.ts';
import { scopeOf } from '../scope.ts';
import type { Services } from '../services.ts';
import { findSessionByHash } from '../session/sessions.ts';
import { canLook } from '../tickets/ticket-access.ts';
import { findTicketRow } from '../tickets/tickets.store.ts';
import type { Ticket, TicketPass } from './content-tickets.ts';
import type { TransferSubject } from './open-transfers.ts';

/** What a fetch with this ticket depends on until its last byte. */
export function transferOf(services: Pick<Services, 'db' | 'bus'>, ticket: Ticket | TicketPass): TransferSubject {
  const { tokenHash } = ticket;
  const isAllowed = () => isTicketValid(services, ticket);
  // Which device an attachment belongs to stands in its ticket, which is deleted when the person leaves.
  if ('ticketId' in ticket) return { deviceId: null, capability: null, tokenHash, isAllowed };
  const { deviceId, capability } = ticket;
  return { deviceId, capability, tokenHash, isAllowed };
}

/** The session behind a ticket, if it may fetch now: it is alive, has the access and the scope, and the person shares it. Logs a refusal. */
export async function admitHolder(services: Services, ticket: Ticket): Promise<Session> {
  const { tokenHash, deviceId, capability, permission } = ticket;
  const session = await findSessionByHash(services, tokenHash);
  if (!session) throw new AppError('ticket_refused');
  const access = { permission, level: 'READ_ONLY' } as const;
  if (!can(session, { access })) throw new AppError('not_allowed');
  const use = { path: contentSubject(capability), access, device: { capability, action: 'READ' } } as const;
  await checkDevice(services, scopeOf(session), { session, endpoint: use, deviceId, input: null });
  return session;
}

/** Whether somebody with this ticket would be let in now. Writes nothing to a log: the fetch itself was written down. */
async function isTicketValid(services: Pick<Services, 'db' | 'bus'>, ticket: Ticket | TicketPass): Promise<boolean> {
  const session = await findSessionByHash(services, ticket.tokenHash);
  if (!session) return false;
  const scope = scopeOf(session);
  if ('ticketId' in ticket) return canLook(session, await findTicketRow(services.db, { scope }, ticket.ticketId));
  const { deviceId, capability, permission } = ticket;
  if (!can(session, { access: { permission, level: 'READ_ONLY' } })) return false;
  const access = await findDeviceAccess(services.db, scope, deviceId);
  return access !== undefined && access.inScope && refusalToShare(access, capability) === null;
}
