import { areaWords, quoted, type AuditDetails, type ZoneShape } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { zonePush } from '../../../shared/push/push-texts.ts';
import { logWatches, tellWatches, watchEntries, type WatchChange } from '../../../shared/watches/watch-changes.ts';

/**
 * What happened to zones, as the logs of their devices say it (`zoneWords` in the audit log). `removed`: it is for other devices now, or the
 * device has left its group; `joined`: the device has come into its group.
 */
export type ZoneChange = 'set' | 'changed' | 'deleted' | 'removed' | 'joined';

export interface LoggedZones extends WatchChange {
  what: ZoneChange;
  /** One zone, or all of an import. */
  zones: readonly { name: string; area: ZoneShape }[];
}

/** An entry names so many zones, and counts the rest. */
export const namedAtMost = 10;

/** Writes changes of zones to the logs of their devices: one entry for each device, however many zones. */
export async function logZones(transaction: Database, changes: readonly LoggedZones[]): Promise<void> {
  const entries = changes.flatMap((change) => {
    const { what, zones } = change;
    const names = zones.slice(0, namedAtMost).map(({ name }) => name);
    return watchEntries(change, 'ZONE', zoneDetails(what, { names, count: zones.length, area: zones[0]?.area }));
  });
  await logWatches(transaction, entries);
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

export function tellZones(services: Pick<Services, 'bus' | 'push'>, changes: readonly LoggedZones[]): void {
  tellWatches(services, changes, {
    feature: 'zones',
    messageOf: ({ what, zones, actor }) =>
      what === 'set' || what === 'changed'
        ? () => zonePush({ by: actor.inFull, what, names: zones.map(({ name }) => name) })
        : null,
  });
}
