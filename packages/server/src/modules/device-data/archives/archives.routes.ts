import { archiveStatus, capabilityNames, makeArchive } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { issueArchiveLink } from '../../files/content/content-links.ts';
import { findArchive } from './archives.store.ts';
import { requestArchive } from './request-archive.ts';
import { shownArchive } from './shown-archive.ts';
import { findDeviceAccess } from '../../../shared/device-state/devices.store.ts';
import { requireApproval } from '../../consent/policies/approvals.ts';
import { handle, type Route } from '../../../shared/routes/route.ts';
import type { Session } from '../../../shared/session.ts';
import type { Scope } from '../../../shared/scope.ts';
import type { Services } from '../../../shared/services/services.ts';

/** The calls about archives: all data of a person, for a written request. */
export function archivesRoutes(services: Services): Route[] {
  return [
    handle(makeArchive, async ({ session, scope, input: { deviceId, reason } }) => {
      const { userId, username } = session;
      await assertApprovals(services, session, { scope, deviceId, reason });
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
      const ticket = archive.state === 'READY' ? (await issueArchiveLink(services, session, archive.id)).pass : null;
      return { archive: shownArchive(archive), ticket };
    }),
  ];
}

/**
 * Throws unless every capability that needs a second admin's approval is approved, because an archive contains all shared data. The reason
 * for the archive is the one that the policies ask for.
 */
async function assertApprovals(
  services: Services,
  session: Session,
  { scope, deviceId, reason }: { scope: Scope; deviceId: number; reason: string },
): Promise<void> {
  for (const capability of capabilityNames) {
    const use = { capability, action: 'READ' } as const;
    const device = await findDeviceAccess(services.db, scope, deviceId, use);
    if (!device) throw new AppError('device_not_found');
    const isUnapproved = device.refusal === 'approval_needed' || device.refusal === 'reason_required';
    if (!isUnapproved || !(await services.policies.read())[capability].approval) continue;
    throw await requireApproval(services, { session, endpoint: makeArchive, deviceId, ...use }, { reason });
  }
}
