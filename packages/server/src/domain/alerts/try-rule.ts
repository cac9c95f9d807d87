import { alertFacts, isWithinHours, type AlertCondition, type WatchTarget } from '@fairwatch/contract';
import type { Database } from '../schema/schema.ts';
import type { Scope } from '../scope.ts';
import { loadZones } from './alert-rules.store.ts';
import {
  findPastApps,
  findPastConsents,
  findPastFailures,
  findPastPauses,
  findTriedDevices,
  readPastPoints,
  type PastEvent,
  type TriedDevice,
} from './try-rule.store.ts';
import { crossBorders, type Presences } from './zone-crossings.ts';
import { createZoneIndex, type ZoneIndex } from './zone-index.ts';

/** What a rule would have told in the past week. */
export interface Tried {
  /** Why it cannot be tried; null when it was. */
  untried: string | null;
  rings: PastEvent[];
  /** The devices of which something was read. */
  devices: TriedDevice[];
}

const notStored: Partial<Record<AlertCondition['on'], string>> = {
  OFFLINE: 'It is not stored when devices were offline.',
  BATTERY_BELOW: 'Only the latest battery level of a device is stored.',
  STORAGE_BELOW: 'Only the latest storage of a device is stored.',
  APP_GONE: 'It is not stored when apps went.',
  APP_VERSION_BELOW: 'Only the latest version of a device is stored.',
};

/** Tries a rule on the past week, from what is stored of the devices in this admin's scope. */
export async function tryOnPastWeek(
  db: Database,
  scope: Scope,
  { condition, target }: { condition: AlertCondition; target: WatchTarget },
  at: Date,
): Promise<Tried> {
  const untried = notStored[condition.on] ?? null;
  if (untried !== null) return { untried, rings: [], devices: [] };
  const devices = await findTriedDevices(db, scope, target, alertFacts[condition.on].capability);
  const deviceIds = devices.map(({ id }) => id);
  return { untried, rings: await findRings(db, condition, deviceIds, at), devices };
}

async function findRings(
  db: Database,
  condition: AlertCondition,
  deviceIds: readonly number[],
  at: Date,
): Promise<PastEvent[]> {
  switch (condition.on) {
    case 'RUN_FAILED':
      return await findPastFailures(db, deviceIds, at);
    case 'SHARING_CHANGED':
      return await findPastConsents(db, deviceIds, at);
    case 'SHARING_PAUSED':
      return await findPastPauses(db, deviceIds, at);
    case 'APP_APPEARED':
      return await findPastApps(db, deviceIds, condition.app, at);
    case 'ENTERS_ZONE':
    case 'LEAVES_ZONE': {
      const index = createZoneIndex(await loadZones(db, [condition.zoneId]));
      const rings: PastEvent[] = [];
      // One device at a time: a week of many devices does not fit into memory.
      for (const deviceId of deviceIds) rings.push(...(await crossingsOf(db, index, { condition, deviceId, at })));
      return rings;
    }
    default:
      return [];
  }
}

type ZoneCondition = Extract<AlertCondition, { on: 'ENTERS_ZONE' | 'LEAVES_ZONE' }>;

async function crossingsOf(
  db: Database,
  index: ZoneIndex,
  { condition, deviceId, at }: { condition: ZoneCondition; deviceId: number; at: Date },
): Promise<PastEvent[]> {
  const presences: Presences = new Map();
  const rings: PastEvent[] = [];
  for (const [place, point] of (await readPastPoints(db, deviceId, at)).entries()) {
    for (const { inside, at: crossedAt } of crossBorders(index, presences, point)) {
      const open = rings.at(-1);
      if (inside !== (condition.on === 'ENTERS_ZONE')) {
        if (open && open.endedAt === null) open.endedAt = crossedAt;
      } else if (place > 0 && isWithinHours(condition.hours, crossedAt)) {
        // With its first point it is not known where the device came from.
        rings.push({ deviceId, beganAt: crossedAt, endedAt: null });
      }
    }
  }
  return rings;
}
