import { archiveStatus, makeArchive } from '@fairwatch/contract';
import { AppError } from '../../core/app-error.ts';
import { issueArchivePass } from '../../core/blobs/content-tickets.ts';
import { findArchive } from '../../core/devices/archive/archives.store.ts';
import { requestArchive } from '../../core/devices/archive/request-archive.ts';
import { shownArchive } from '../../core/devices/archive/shown-archive.ts';
import { findDeviceAccess } from '../../core/devices/devices.store.ts';
import { approvalMissing } from '../../core/devices/policies/ask-approval.ts';
import { handle, type Route, type Session } from '../../core/http/route.ts';
import type { Scope } from '../../core/scope.ts';
import type { Services } from '../../core/services.ts';

/** Everything about a person, for a written request. */
export function archivesRoutes(services: Services): Route[] {
  return [
    handle(makeArchive, async ({ session, scope, input: { deviceId, reason } }) => {
      const { userId, username } = session;
      await demandApprovals(services, session, { scope, deviceId, reason });
      const archive = await requestArchive(services, {
        deviceId,
        by: { userId, reason },
        entryOf: () => ({
          deviceId,
          actorId: userId,
          actorName: username,
          action: 'ARCHIVE',
          subject: makeArchive.path,
          details: { what: 'requested', reason },
        }),
      });
      return shownArchive(archive);
    }),
    handle(archiveStatus, async ({ session, input: { deviceId } }) => {
      const archive = await findArchive(services.db, deviceId, 'ADMIN');
      if (!archive) return { archive: null, ticket: null };
      const ticket = archive.state === 'READY' ? (await issueArchivePass(services, session, archive.id)).pass : null;
      return { archive: shownArchive(archive), ticket };
    }),
  ];
}

/** An archive has everything that is shared: what a second admin must agree to, they must agree to here as well. */
async function demandApprovals(
  services: Services,
  session: Session,
  { scope, deviceId, reason }: { scope: Scope; deviceId: number; reason: string },
): Promise<void> {
  const device = await findDeviceAccess(services.db, scope, deviceId);
  if (!device) throw new AppError('device_not_found');
  for (const capability of device.capabilities) {
    const use = { session, endpoint: makeArchive, deviceId, capability, action: 'READ' } as const;
    const refusal = await approvalMissing(services, use, { ...device, reason: device.reason ?? reason });
    if (refusal !== null) throw refusal;
  }
}
