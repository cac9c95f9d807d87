import { archiveStatus, makeArchive } from '@fairwatch/contract';
import { issueArchivePass } from '../../core/blobs/content-tickets.ts';
import { findArchive } from '../../core/devices/archive/archives.store.ts';
import { requestArchive } from '../../core/devices/archive/request-archive.ts';
import { shownArchive } from '../../core/devices/archive/shown-archive.ts';
import { handle, type Route } from '../../core/http/route.ts';
import type { Services } from '../../core/services.ts';

/** Everything about a person, for a written request. */
export function archivesRoutes(services: Services): Route[] {
  return [
    handle(makeArchive, async ({ session, input: { deviceId, reason } }) => {
      const { userId, username } = session;
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
