import { areaWords, quoted, type AuditDetails, type ZoneShape } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import { zonePush } from '../../../shared/push/push-texts.ts';

/**
 * What happened to zones, as the logs of their devices say it (`zoneWords` in the audit log). `removed`: it is for other devices now, or the
 * device has left its group; `joined`: the device has come into its group.
 */
export type ZoneChange = 'set' | 'changed' | 'deleted' | 'removed' | 'joined';

export interface LoggedZones {
  what: ZoneChange;
  deviceIds: readonly number[];
  /** One zone, or all of an import. */
  zones: readonly { name: string; area: ZoneShape }[];
  actor: { id: number; name: string; /** The path of the endpoint. */ subject: string };
}

/** An entry names so many zones, and counts the rest. */
export const namedAtMost = 10;

/**
 * Writes changes of zones to the logs of their devices, in the transaction of the change: one entry for each device, however many zones.
 * A transaction calls it once: it locks the logs in the order of their devices, so that two of them do not deadlock.
 */
export async function logZones(transaction: Database, changes: readonly LoggedZones[]): Promise<void> {
  const entries = changes.flatMap(entriesOf);
  await appendEntries(
    transaction,
    entries.toSorted((a, b) => a.deviceId - b.deviceId),
  );
}

function entriesOf({ what, deviceIds, zones, actor }: LoggedZones): AuditEntry[] {
  const { id: actorId, name: actorName, subject } = actor;
  const names = zones.slice(0, namedAtMost).map(({ name }) => name);
  const details = zoneDetails(what, { names, count: zones.length, area: zones[0]?.area });
  return deviceIds.map((deviceId) => ({ deviceId, actorId, actorName, action: 'ZONE', subject, details }));
}

interface DescribedZones {
  names: readonly string[];
  count: number;
  /** That of the first one. */
  area: ZoneShape | undefined;
}

/** The details of an entry about one zone, or about several. */
export function zoneDetails(what: ZoneChange, { names, count, area }: DescribedZones): AuditDetails {
  const zone = names.map((name) => quoted(name)).join(', ');
  return { what, zone, ...(area !== undefined && count === 1 ? { area: areaWords(area) } : { count }) };
}

/** Tells devices and consoles after the transaction, and by push those people whose page is closed. */
export function tellZones({ bus, push }: Pick<Services, 'bus' | 'push'>, changes: readonly LoggedZones[]): void {
  for (const { what, deviceIds, zones, actor } of changes) {
    if (deviceIds.length === 0) continue;
    bus.publish('watchesChanged', { deviceIds });
    if (what !== 'set' && what !== 'changed') continue;
    const message = zonePush({ by: actor.name, what, names: zones.map(({ name }) => name) });
    for (const deviceId of deviceIds) push.remind(deviceId, message);
  }
  bus.publish('changed', { feature: 'zones', deviceId: null });
}
