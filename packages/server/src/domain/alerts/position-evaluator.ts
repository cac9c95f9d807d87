import type { Database } from '../schema/schema.ts';
import {
  pointsAtOnce,
  readNewPoints,
  readStates,
  storeMarks,
  storePresences,
  type DevicePoint,
  type Mark,
  type StoredPresence,
} from './positions.store.ts';
import { crossBorders, type Crossing, type Presences } from './zone-crossings.ts';
import type { ZoneIndex } from './zone-index.ts';

/** A device that crossed the border of a zone. */
export interface DeviceCrossing extends Crossing {
  deviceId: number;
  /** When the zones of the device were last evaluated before this point; null for never. A rule that is newer has not seen it cross the border. */
  knownSince: Date | null;
}

export interface PositionEvaluator {
  /** Evaluates the new points of these devices. `store` writes what follows, together with the new presences. */
  evaluate(
    index: ZoneIndex,
    deviceIds: readonly number[],
    store: (transaction: Database, crossings: readonly DeviceCrossing[]) => Promise<void>,
  ): Promise<void>;
  /** Forgets what is remembered of these devices: it is read again. */
  forget(deviceIds: readonly number[]): void;
  /** Begins anew with these zones, because rules or zones changed: the last point of each device is evaluated again with its next one. */
  reset(zoneIds: ReadonlySet<number>): void;
  /** Stores up to which points was evaluated. */
  flush(): Promise<void>;
}

interface State {
  mark: Mark | null;
  /** The last point was evaluated by other rules: it says where the device came from, and is no crossing. */
  isStale: boolean;
  presences: Presences;
}

/** The most devices whose states are kept in memory. */
const statesAtMost = 50_000;

/**
 * Evaluates positions as they come. The state of each device is kept in memory; crossings are written with their alerts in one transaction, the marks now
 * and then: a point that is evaluated twice changes nothing.
 */
export function createPositionEvaluator(db: Database, now: () => number): PositionEvaluator {
  const states = new Map<number, State>();
  const unflushed = new Set<number>();
  /** Marks from before this moment are those of other rules. */
  let beganAt = new Date(0);

  async function load(deviceIds: readonly number[]): Promise<void> {
    const unknown = deviceIds.filter((id) => !states.has(id));
    if (unknown.length === 0) return;
    const { marks, presences } = await readStates(db, unknown);
    const markOf = new Map(marks.map(({ deviceId, pointAt, evaluatedAt }) => [deviceId, { pointAt, evaluatedAt }]));
    const ofDevice = Map.groupBy(presences, ({ deviceId }) => deviceId);
    for (const id of unknown) {
      const known = (ofDevice.get(id) ?? []).map(({ zoneId, inside, since }) => [zoneId, { inside, since }] as const);
      const mark = markOf.get(id) ?? null;
      states.set(id, { mark, isStale: mark !== null && mark.evaluatedAt < beganAt, presences: new Map(known) });
    }
  }

  /** Evaluates points on copies of the states, so that a failed write leaves them as they were. */
  function follow(index: ZoneIndex, points: readonly DevicePoint[]) {
    const crossings: DeviceCrossing[] = [];
    const moved = new Map<number, State>();
    /** Devices that have more points than were read. */
    const more: number[] = [];
    const evaluatedAt = new Date(now());
    for (const [deviceId, ofDevice] of Map.groupBy(points, (point) => point.deviceId)) {
      const state = states.get(deviceId) ?? { mark: null, isStale: false, presences: new Map() };
      const presences: Presences = new Map(state.presences);
      let knownSince = state.isStale ? null : (state.mark?.evaluatedAt ?? null);
      for (const point of ofDevice) {
        for (const crossing of crossBorders(index, presences, point))
          crossings.push({ ...crossing, deviceId, knownSince });
        knownSince = evaluatedAt;
      }
      const last = ofDevice.at(-1);
      if (ofDevice.length === pointsAtOnce) more.push(deviceId);
      if (last) moved.set(deviceId, { mark: { pointAt: last.at, evaluatedAt }, isStale: false, presences });
    }
    return { crossings, moved, more };
  }

  return {
    async evaluate(index, deviceIds, store) {
      if (states.size > statesAtMost) {
        await flush();
        states.clear();
      }
      let waiting = [...new Set(deviceIds)];
      while (waiting.length > 0) {
        await load(waiting);
        const wanted = waiting.map((deviceId) => ({ deviceId, after: afterOf(states.get(deviceId)) }));
        const points = await readNewPoints(db, wanted);
        const { crossings, moved, more } = follow(index, points);
        if (crossings.length > 0) {
          await db.transaction().execute(async (transaction) => {
            await storePresences(transaction, latestOf(crossings));
            await store(transaction, crossings);
          });
        }
        for (const [deviceId, state] of moved) {
          states.set(deviceId, state);
          unflushed.add(deviceId);
        }
        waiting = more;
      }
    },
    forget(deviceIds) {
      for (const deviceId of deviceIds) {
        states.delete(deviceId);
        unflushed.delete(deviceId);
      }
    },
    reset(zoneIds) {
      beganAt = new Date(now());
      for (const state of states.values()) {
        state.isStale = state.mark !== null;
        for (const zoneId of state.presences.keys()) if (!zoneIds.has(zoneId)) state.presences.delete(zoneId);
      }
    },
    flush,
  };

  async function flush(): Promise<void> {
    const marks = [...unflushed].flatMap((deviceId) => {
      const mark = states.get(deviceId)?.mark;
      return mark ? [{ deviceId, ...mark }] : [];
    });
    unflushed.clear();
    await storeMarks(db, marks);
  }
}

/** After which moment points are read; null for the recent ones. */
function afterOf(state: State | undefined): Date | null {
  if (!state?.mark) return null;
  return state.isStale ? new Date(state.mark.pointAt.getTime() - 1) : state.mark.pointAt;
}

/** The latest presence of each device and zone, because one statement can write a row only once. */
function latestOf(crossings: readonly DeviceCrossing[]): StoredPresence[] {
  const latest = new Map<string, StoredPresence>();
  for (const { deviceId, zoneId, inside, at } of crossings)
    latest.set(`${deviceId} ${zoneId}`, { deviceId, zoneId, inside, since: at });
  return [...latest.values()];
}
