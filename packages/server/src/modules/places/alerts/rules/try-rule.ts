import { alertFacts, isAtTime, type AlertCondition, type WatchTarget } from '@fairwatch/contract';
import type { Database } from '../../../../shared/schema/schema.ts';
import type { Scope } from '../../../../shared/scope.ts';
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
import type { DevicePoint } from '../positions.store.ts';
import { crossBorders, type ZonePresences } from '../zone-crossings.ts';
import { createZoneIndex, type ZoneIndex } from '../zone-index.ts';

/** When a rule would have fired in the past week. */
export interface Tried {
  /** Why it cannot be tried; null when it was. */
  untried: string | null;
  fired: PastEvent[];
  /** The devices of which something was read. */
  devices: TriedDevice[];
}

/** Why a rule about some events cannot be tried: nothing is read for them. */
export const notStored: Partial<Record<AlertCondition['on'], string>> = {
  NOT_ARRIVED: 'Which hours of the past were shared is not stored.',
  OFFLINE: 'It is not stored when devices were offline.',
  BATTERY_BELOW: 'Only the latest battery level of a device is stored.',
  STORAGE_BELOW: 'Only the latest storage of a device is stored.',
  APP_GONE: 'It is not stored when apps went.',
  APP_VERSION_BELOW: 'Only the latest version of a device is stored.',
};

/** Tries a rule on the past week, from what is stored of the devices of whose data this admin may be told now. */
export async function tryOnPastWeek(
  db: Database,
  scope: Scope,
  { condition, target }: { condition: AlertCondition; target: WatchTarget },
  at: Date,
): Promise<Tried> {
  const untried = notStored[condition.on] ?? null;
  if (untried !== null) return { untried, fired: [], devices: [] };
  const devices = await findTriedDevices(db, scope, target, alertFacts[condition.on].capability);
  const deviceIds = devices.map(({ id }) => id);
  return { untried, fired: await findFired(db, condition, deviceIds, at), devices };
}

async function findFired(
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
    case 'LEAVES_ZONE':
    case 'LEFT_BEFORE': {
      const follower = createFollower(createZoneIndex(await loadZones(db, [condition.zoneId])), condition);
      for await (const points of readPastPoints(db, deviceIds, at)) for (const point of points) follower.follow(point);
      return follower.fired();
    }
    default:
      return [];
  }
}

type ZoneCondition = Extract<AlertCondition, { on: 'ENTERS_ZONE' | 'LEAVES_ZONE' | 'LEFT_BEFORE' }>;

/** Where a device was last, and when the rule would have fired for it. */
interface Followed {
  presences: ZonePresences;
  fired: PastEvent[];
}

/** Follows devices from point to point, and notes when a rule about a zone would have fired. */
function createFollower(index: ZoneIndex, condition: ZoneCondition) {
  const states = new Map<number, Followed>();
  return {
    /** Moves a device on to its next point. */
    follow(point: DevicePoint): void {
      const { deviceId } = point;
      const known = states.get(deviceId);
      const state: Followed = known ?? { presences: new Map(), fired: [] };
      states.set(deviceId, state);
      for (const { inside, at } of crossBorders(index, state.presences, point)) {
        const open = state.fired.at(-1);
        if (inside !== (condition.on === 'ENTERS_ZONE')) {
          if (open && open.endedAt === null) open.endedAt = at;
        } else if (known && isAtTime(condition, at)) {
          // With its first point it is not known where the device came from.
          state.fired.push({ deviceId, beganAt: at, endedAt: null });
        }
      }
    },
    fired: () => Array.from(states.values()).flatMap(({ fired }) => fired),
  };
}
