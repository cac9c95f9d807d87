import { AppError } from '../../../core/app-error.ts';
import type { Services } from '../../../shared/services/services.ts';
import { appendAudit } from '../../../shared/audit/audit.store.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { lockDevice, type PersonsDevice } from '../../../shared/device-state/persons-device.store.ts';
import { checkArchiveSpace } from './archive-space.ts';
import { findArchivable, findArchive, insertArchive, type StoredArchive } from './archives.store.ts';

interface ArchiveRequest {
  deviceId: number;
  /** The super admin who requests it for a person's written request; null when the person requests it on their device. */
  by: { userId: number; reason: string } | null;
  /** The language in which the person writes dates, where their device says it. */
  language?: string | null | undefined;
  entryOf(device: PersonsDevice): AuditEntry;
}

/**
 * Queues an archive, which is written in the background, and logs the request. A person who asks again within the hour gets
 * the same one. Throws when there is no space for it.
 */
export async function requestArchive(
  services: Pick<Services, 'db' | 'bus' | 'disk' | 'config'>,
  { deviceId, by, language = null, entryOf }: ArchiveRequest,
): Promise<StoredArchive> {
  const { db, bus } = services;
  const archive = await db.transaction().execute(async (transaction) => {
    const device = await lockDevice(transaction, deviceId);
    if (!device) throw new AppError('device_not_found');
    const before = await findArchive(transaction, deviceId, by === null ? 'PERSON' : 'ADMIN');
    if (by === null && before?.fresh) return before;
    if (before?.state === 'PENDING') throw new AppError('archive_pending');
    await checkArchiveSpace({ ...services, db: transaction }, deviceId);
    const inserted = await insertArchive(transaction, {
      deviceId,
      by,
      capabilities: by === null ? [] : await findArchivable(transaction, by.userId, deviceId),
      language,
    });
    await appendAudit(transaction, entryOf(device));
    return inserted;
  });
  bus.publish('archiveRequested', { deviceId });
  bus.publish('changed', { feature: 'archives', deviceId });
  return archive;
}
