import { deviceSocketPath } from '@fairwatch/contract';
import type { Services } from '../../services.ts';
import { appendEntries } from '../audit/audit.store.ts';
import { tellDevices } from '../tell-devices.ts';
import { recordSightings, type NoticeChange, type Sighting } from './presence.store.ts';

/** The device says it by itself: nobody need have done it. */
const entry = { actorId: null, actorName: 'This device', action: 'NOTICE', subject: deviceSocketPath } as const;

/**
 * Writes what devices told of which some began or ceased to show the note that they are supervised, and returns those. Each change is a
 * line in the device's log, so that its person can see why nothing is collected. The lock on the device's row decides about commands:
 * one that was queued before is open now and for the caller to end, a later one is refused.
 */
export async function recordNotices(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  nodeId: string,
  sightings: readonly Sighting[],
  how: { gone: boolean },
): Promise<NoticeChange[]> {
  const changes = await db.transaction().execute(async (transaction) => {
    const changed = await recordSightings(transaction, nodeId, sightings, how);
    const entries = changed.map(({ deviceId, shown }) =>
      Object.assign({ deviceId, details: { notice: shown ? 'shown' : 'hidden' } }, entry),
    );
    await appendEntries(transaction, entries);
    return changed;
  });
  tellDevices(
    bus,
    'devices',
    changes.map(({ deviceId }) => deviceId),
  );
  return changes;
}
