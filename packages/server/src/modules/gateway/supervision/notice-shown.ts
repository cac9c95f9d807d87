import { deviceSocketPath } from '@fairwatch/contract';
import type { Services } from '../../../shared/services/services.ts';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { publishChanges } from '../../../shared/device-state/publish-changes.ts';
import { recordSightings, type Sighting, type SightingChanges } from '../../../shared/presence/presence.store.ts';

/** The actor is the device, because it reports the change by itself and nobody need have caused it. */
const entry = { actorId: null, actorName: 'This device', action: 'NOTICE', subject: deviceSocketPath } as const;

/**
 * Stores reports of devices of which some started or stopped to show their notice, and returns what changed. Each change is logged,
 * so that the person can see why nothing is collected. The row lock of the device orders this with commands: one that was
 * queued before is open and the caller ends it; a later one is refused.
 */
export async function recordNotices(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  nodeId: string,
  sightings: readonly Sighting[],
  how: { gone: boolean },
): Promise<SightingChanges> {
  const changes = await db.transaction().execute(async (transaction) => {
    const changed = await recordSightings(transaction, nodeId, sightings, how);
    const entries = changed.notices.map(({ deviceId, shown }) =>
      Object.assign({ deviceId, details: { notice: shown ? 'shown' : 'hidden' } }, entry),
    );
    await appendEntries(transaction, entries);
    return changed;
  });
  publishChanges(
    bus,
    'devices',
    changes.notices.map(({ deviceId }) => deviceId),
  );
  return changes;
}
