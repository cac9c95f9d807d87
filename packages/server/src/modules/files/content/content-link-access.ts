import { can, contentSubject } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { checkDevice } from '../../consent/device-access.ts';
import { findSessionByHash } from '../../../shared/sessions/sessions.ts';
import { findDeviceAccess } from '../../../shared/device-state/devices.store.ts';
import { scopeOf } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';
import type { Session } from '../../../shared/session.ts';
import type { TransferSubject } from '../../../shared/transfers/open-transfers.ts';
import type { ContentLink } from './content-links.ts';

/** Returns what a download by this link depends on until its last byte. */
export function deviceTransferOf(services: Pick<Services, 'db' | 'bus'>, link: ContentLink): TransferSubject {
  const { deviceId, capability, tokenHash } = link;
  return { deviceId, capability, tokenHash, isAllowed: () => isLinkValid(services, link) };
}

/**
 * Returns the session of a link if it may download now: it is valid, has the access and the scope, and the person shares the
 * capability. Throws and logs the refusal otherwise.
 */
export async function authorizeLink(services: Services, link: ContentLink): Promise<Session> {
  const { tokenHash, deviceId, capability, permission } = link;
  const session = await findSessionByHash(services, tokenHash);
  if (!session) throw new AppError('ticket_refused');
  const access = { permission, level: 'READ_ONLY' } as const;
  if (!can(session, { access })) throw new AppError('not_allowed');
  const use = { path: contentSubject(capability), access, device: { capability, action: 'READ' } } as const;
  await checkDevice(services, scopeOf(session), { session, endpoint: use, deviceId, input: null });
  return session;
}

/** True when this link is still valid. It logs nothing, because the download itself was logged. */
async function isLinkValid(services: Pick<Services, 'db' | 'bus'>, link: ContentLink): Promise<boolean> {
  const { tokenHash, deviceId, capability, permission } = link;
  const session = await findSessionByHash(services, tokenHash);
  if (!session || !can(session, { access: { permission, level: 'READ_ONLY' } })) return false;
  const access = await findDeviceAccess(services.db, scopeOf(session), deviceId, { capability, action: 'READ' });
  return access?.refusal === null;
}
