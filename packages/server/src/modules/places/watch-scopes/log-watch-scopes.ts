import { conditionWords, createAlertRule, createZone, quoted, type AuditDetails } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { logWatches } from '../../../shared/watches/watch-changes.ts';
import { namedAtMost, zoneDetails } from '../zones/zone-log.ts';
import {
  findLeftRules,
  findLeftZones,
  findNewRules,
  findNewZones,
  type Arrivals,
  type FoundRules,
  type FoundZones,
  type GroupMember,
} from './watch-scopes.store.ts';

/** How the devices of zones and rules changed, while these stayed as they are. */
export interface WatchScopeChange extends Arrivals {
  /** Devices that left a group. Whose admin lost them has a line about that. */
  removed?: readonly GroupMember[];
}

type What = 'joined' | 'removed';

/**
 * Writes to the logs of devices which zones and alert rules are for them from now on, or no longer, because they joined, came into a group or were
 * given to an admin. Whoever set these is named. It runs in the transaction of the change, once, after the scopes of admins have followed it, and
 * the caller holds the devices' row locks. However many there are: one line for the zones of an admin, and one for their rules about a kind of data.
 */
export async function logWatchScopes(transaction: Database, { removed = [], ...arrivals }: WatchScopeChange) {
  const hasArrivals = Object.values(arrivals).some((some) => some.length > 0);
  if (!hasArrivals && removed.length === 0) return;
  const wanted = { named: namedAtMost };
  const entries: AuditEntry[] = [];
  const add = (what: What, zones: readonly FoundZones[], rules: readonly FoundRules[]) =>
    entries.push(...zones.map((some) => zoneEntry(what, some)), ...rules.map((some) => ruleEntry(what, some)));
  if (hasArrivals) {
    add('joined', await findNewZones(transaction, arrivals, wanted), await findNewRules(transaction, arrivals, wanted));
  }
  if (removed.length > 0) {
    add(
      'removed',
      await findLeftZones(transaction, removed, wanted),
      await findLeftRules(transaction, removed, wanted),
    );
  }
  await logWatches(transaction, entries);
}

function zoneEntry(what: What, { deviceId, createdBy, creator, names, count, area }: FoundZones): AuditEntry {
  const details = zoneDetails(what, { names, count, area });
  return { deviceId, actorId: createdBy, actorName: creator, action: 'ZONE', subject: createZone.path, details };
}

function ruleEntry(what: What, found: FoundRules): AuditEntry {
  const { deviceId, createdBy, creator } = found;
  const details = ruleDetails(what, found);
  return { deviceId, actorId: createdBy, actorName: creator, action: 'ALERT', subject: createAlertRule.path, details };
}

/** The kind of data decides which admins are told what the line says. */
function ruleDetails(what: What, { names, count, condition, purpose, zone, capability }: FoundRules): AuditDetails {
  const [name = ''] = names;
  const told = { what, capability: capability ?? 'DEVICE' };
  if (count > 1) return { ...told, rule: names.map((one) => quoted(one)).join(', '), count };
  return { ...told, rule: name, words: conditionWords(condition, zone), purpose };
}
