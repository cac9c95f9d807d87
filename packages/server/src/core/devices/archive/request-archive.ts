import type { Capability } from '@fairwatch/contract';
import { AppError } from '../../app-error.ts';
import type { Services } from '../../services.ts';
import { appendAudit, type AuditEntry } from '../audit/audit.store.ts';
import { holdDevice, type PersonsDevice } from '../person/person.store.ts';
import { checkArchiveSpace } from './archive-space.ts';
import { findArchive, insertArchive, type StoredArchive } from './archives.store.ts';

interface ArchiveRequest {
  deviceId: number;
  /** The super admin who makes it for a written request; null when the person asks. */
  by: { userId: number; reason: string } | null;
  entryOf(device: PersonsDevice): AuditEntry;
}

/**
 * Queues an archive, which is then made in the background, and writes the request to the device's log. A person who asks again
 * within the hour gets the same one. Refuses when there is no room for it.
 */
export async function requestArchive(
  services: Pick<Services, 'db' | 'bus' | 'disk' | 'config'>,
  { deviceId, by, entryOf }: ArchiveRequest,
): Promise<StoredArchive> {
  const { db, bus } = services;
  const archive = await db.transaction().execute(async (transaction) => {
    const device = await holdDevice(transaction, deviceId);
    if (!device) throw new AppError('device_not_found');
    const before = await findArchive(transaction, deviceId, by === null ? 'PERSON' : 'ADMIN');
    if (by === null && before?.fresh) return before;
    if (before?.state === 'PENDING') throw new AppError('archive_pending');
    await checkArchiveSpace({ ...services, db: transaction }, deviceId);
    const made = await insertArchive(transaction, { deviceId, by, capabilities: by === null ? [] : sharedNow(device) });
    await appendAudit(transaction, entryOf(device));
    return made;
  });
  bus.publish('archiveRequested', { deviceId });
  bus.publish('changed', { feature: 'archives', deviceId });
  return archive;
}

/** What an admin may see at this moment. */
function sharedNow({ paused, restoredAt, capabilities }: PersonsDevice): Capability[] {
  return paused || restoredAt !== null ? [] : capabilities;
}
