import { createZone } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { logWatches } from '../../../shared/watches/watch-changes.ts';
import { namedAtMost, zoneDetails, type ZoneChange } from './zone-log.ts';
import { findZonesOfMembers, type GroupMember, type MemberZones } from './zones.store.ts';

interface MemberChanges {
  added: readonly GroupMember[];
  removed: readonly GroupMember[];
}

/**
 * Writes to the logs of devices that came into groups, or left them, which zones are for them from now on or no longer. Whoever set a zone is
 * named. It runs in the transaction of the change, after the scopes of admins have followed it, and the caller holds the devices' row locks.
 */
export async function logGroupZones(transaction: Database, { added, removed }: MemberChanges): Promise<void> {
  const named = namedAtMost;
  const joined = await findZonesOfMembers(transaction, added, { inScope: true, named });
  // Who had a device only through the group does not have it any more.
  const left = await findZonesOfMembers(transaction, removed, { inScope: false, named });
  const entries = [
    ...joined.map((zones) => entryOf('joined', zones)),
    ...left.map((zones) => entryOf('removed', zones)),
  ];
  await logWatches(transaction, entries);
}

function entryOf(what: ZoneChange, { deviceId, createdBy, creator, names, count, area }: MemberZones): AuditEntry {
  const details = zoneDetails(what, { names, count, area });
  return { deviceId, actorId: createdBy, actorName: creator, action: 'ZONE', subject: createZone.path, details };
}
