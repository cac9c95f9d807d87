import { limits } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { ActiveRules } from './rules/active-rules.ts';
import type { AlertLine } from './alert-log.ts';
import type { Devices } from './dirty-devices.ts';
import { evaluate } from './evaluation.ts';
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
import { storeCrossings } from './zone-alerts.ts';
import { crossBorders, type DeviceCrossing, type ZonePresences } from './zone-crossings.ts';
import type { ZoneIndex } from './zone-index.ts';

interface Evaluation {
  at: Date;
  /** Called with what was written to the logs of devices, after each commit. */
  note(lines: readonly AlertLine[]): void;
}

export interface PositionEvaluator {
  /** Evaluates the new points of these devices. */
  evaluate(active: ActiveRules, deviceIds: readonly number[], evaluation: Evaluation): Promise<void>;
  /** Forgets what is remembered of these devices, or of all: it is read again. */
  forget(devices: Devices): void;
  /** Begins anew with these zones, because rules or zones changed: the last point of each device is evaluated again with its next one. */
  reset(zoneIds: ReadonlySet<number>): void;
  /** True while the state of a device is in memory. */
  has(deviceId: number): boolean;
}

interface State {
  mark: Mark | null;
  /** The last point was evaluated by other rules: it says where the device came from, and is no crossing. */
  isStale: boolean;
  presences: ZonePresences;
}

/**
 * Evaluates positions as they come. Crossings, their alerts and up to which point was evaluated are one transaction. The states of devices are
 * kept in memory; one that another server has moved on since is noticed in that transaction, and is read and evaluated again.
 */
export function createPositionEvaluator(db: Database, now: () => number): PositionEvaluator {
  const states = new Map<number, State>();
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
      const presences: ZonePresences = new Map(state.presences);
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

  /** Writes the outcome. Returns the devices that another server has evaluated since they were read: nothing is written of them. */
  async function write(
    active: ActiveRules,
    { crossings, moved }: ReturnType<typeof follow>,
    { at, note }: Evaluation,
  ): Promise<ReadonlySet<number>> {
    if (moved.size === 0) return new Set();
    const { lines, overtaken } = await evaluate(db, active, async (transaction) => {
      const others = await findOvertaken(transaction, [...moved.keys()]);
      const own = crossings.filter(({ deviceId }) => !others.has(deviceId));
      await storePresences(transaction, latestOf(own));
      const written = own.length > 0 ? await storeCrossings(transaction, { active, crossings: own, at }) : [];
      await storeMarks(transaction, marksOf(moved, others));
      return { lines: written, overtaken: others };
    });
    note(lines);
    return overtaken;
  }

  async function findOvertaken(transaction: Database, deviceIds: readonly number[]): Promise<Set<number>> {
    const { marks } = await readStates(transaction, deviceIds);
    const stored = new Map(marks.map((mark) => [mark.deviceId, mark]));
    return new Set(deviceIds.filter((id) => !isSameMark(stored.get(id) ?? null, states.get(id)?.mark ?? null)));
  }

  return {
    async evaluate(active, deviceIds, evaluation) {
      if (states.size > limits.memory.positions) states.clear();
      let waiting = [...new Set(deviceIds)];
      while (waiting.length > 0) {
        await load(waiting);
        const wanted = waiting.map((deviceId) => ({ deviceId, after: afterOf(states.get(deviceId)) }));
        const followed = follow(active.zones, await readNewPoints(db, wanted));
        const overtaken = await write(active, followed, evaluation);
        for (const [deviceId, state] of followed.moved) states.set(deviceId, state);
        for (const deviceId of overtaken) states.delete(deviceId);
        // Of a device without points, such as one that has just left, there is nothing to remember.
        for (const deviceId of waiting) if (states.get(deviceId)?.mark === null) states.delete(deviceId);
        waiting = [...followed.more.filter((deviceId) => !overtaken.has(deviceId)), ...overtaken];
      }
    },
    forget(devices) {
      if (devices === null) states.clear();
      else for (const deviceId of devices) states.delete(deviceId);
    },
    has: (deviceId) => states.has(deviceId),
    reset(zoneIds) {
      beganAt = new Date(now());
      for (const state of states.values()) {
        state.isStale = state.mark !== null;
        for (const zoneId of state.presences.keys()) if (!zoneIds.has(zoneId)) state.presences.delete(zoneId);
      }
    },
  };
}

function marksOf(moved: ReadonlyMap<number, State>, others: ReadonlySet<number>) {
  return Array.from(moved).flatMap(([deviceId, { mark }]) =>
    mark !== null && !others.has(deviceId) ? [{ deviceId, ...mark }] : [],
  );
}

function isSameMark(one: Mark | null, other: Mark | null): boolean {
  if (one === null || other === null) return one === other;
  return +one.pointAt === +other.pointAt && +one.evaluatedAt === +other.evaluatedAt;
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
