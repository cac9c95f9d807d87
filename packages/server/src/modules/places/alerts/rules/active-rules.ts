import type { AlertEvent } from '@fairwatch/contract';
import type { Database } from '../../../../shared/schema/schema.ts';
import { loadActiveRules, loadZones, readRulesVersion, type StoredRule } from './alert-rules.store.ts';
import { createZoneIndex, type ZoneIndex } from '../zone-index.ts';

/** The rules that are not silent, by what they need. */
export interface ActiveRules {
  version: number;
  byId: ReadonlyMap<number, StoredRule>;
  ofZone: ReadonlyMap<number, readonly StoredRule[]>;
  zones: ZoneIndex;
  idsOf(...events: readonly AlertEvent[]): number[];
  /** Whether one of them was set by this admin. */
  hasCreator(userId: number): boolean;
}

export async function loadRules(db: Database): Promise<ActiveRules> {
  const version = await readRulesVersion(db);
  const active = await loadActiveRules(db);
  // Whether somebody arrived is read from the points before its time, not from crossings.
  const withZone = active.filter(
    (rule): rule is StoredRule & { zoneId: number } => rule.zoneId !== null && rule.event !== 'NOT_ARRIVED',
  );
  const ofZone = Map.groupBy(withZone, ({ zoneId }) => zoneId);
  return {
    version,
    byId: new Map(active.map((rule) => [rule.id, rule])),
    ofZone,
    zones: createZoneIndex(await loadZones(db, [...ofZone.keys()])),
    hasCreator: (userId) => active.some(({ createdBy }) => createdBy === userId),
    idsOf: (...events) => active.filter(({ event }) => events.includes(event)).map(({ id }) => id),
  };
}

/** True when the same rules are active and none has changed. */
export function isSameRules(one: ActiveRules, other: ActiveRules): boolean {
  return one.version === other.version && [...one.byId.keys()].join() === [...other.byId.keys()].join();
}
