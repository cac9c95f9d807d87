import type { Database } from '../../../shared/schema/schema.ts';
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

/** What is written in the transaction of an evaluation. */
interface CrossingWriter {
  /** Called first. Throws when the evaluation is not valid any more. */
  begin(transaction: Database): Promise<void>;
  /** Writes what follows from crossings, after the new presences. */
  store(transaction: Database, crossings: readonly DeviceCrossing[]): Promise<void>;
}

export interface PositionEvaluator {
  /** Evaluates the new points of these devices. */
  evaluate(index: ZoneIndex, deviceIds: readonly number[], writing: CrossingWriter): Promise<void>;
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
 * and then: a point that is evaluated twice changes nothing. With `isShared`, where several servers evaluate, states are read anew each time and
 * marks are part of the transaction: what another server has evaluated meanwhile is evaluated again from there.
 */
export function createPositionEvaluator(
  db: Database,
  { now, isShared }: { now: () => number; isShared: boolean },
): PositionEvaluator {
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
    async evaluate(index, deviceIds, writing) {
      if (isShared) states.clear();
      else if (states.size > statesAtMost) {
        await flush();
        states.clear();
      }
      let waiting = [...new Set(deviceIds)];
      while (waiting.length > 0) {
        await load(waiting);
        const wanted = waiting.map((deviceId) => ({ deviceId, after: afterOf(states.get(deviceId)) }));
        const points = await readNewPoints(db, wanted);
        const { crossings, moved, more } = follow(index, points);
        const overtaken = await write(crossings, moved, writing);
        for (const [deviceId, state] of moved) {
          states.set(deviceId, state);
          if (!isShared) unflushed.add(deviceId);
        }
        for (const deviceId of overtaken) states.delete(deviceId);
        waiting = [...more.filter((deviceId) => !overtaken.has(deviceId)), ...overtaken];
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

  /** Writes the outcome. Returns the devices that another server has evaluated since they were read: nothing is written of them. */
  async function write(
    crossings: readonly DeviceCrossing[],
    moved: ReadonlyMap<number, State>,
    { begin, store }: CrossingWriter,
  ): Promise<ReadonlySet<number>> {
    if (crossings.length === 0 && (!isShared || moved.size === 0)) return new Set();
    return await db.transaction().execute(async (transaction) => {
      await begin(transaction);
      const overtaken = isShared ? await findOvertaken(transaction, [...moved.keys()]) : new Set<number>();
      const own = crossings.filter(({ deviceId }) => !overtaken.has(deviceId));
      await storePresences(transaction, latestOf(own));
      if (own.length > 0) await store(transaction, own);
      if (isShared)
        await storeMarks(
          transaction,
          marksOf(moved, (deviceId) => !overtaken.has(deviceId)),
        );
      return overtaken;
    });
  }

  async function findOvertaken(transaction: Database, deviceIds: readonly number[]): Promise<Set<number>> {
    const { marks } = await readStates(transaction, deviceIds);
    const stored = new Map(marks.map((mark) => [mark.deviceId, mark]));
    return new Set(deviceIds.filter((id) => !isSameMark(stored.get(id) ?? null, states.get(id)?.mark ?? null)));
  }

  async function flush(): Promise<void> {
    const marks = marksOf(states, (deviceId) => unflushed.has(deviceId));
    unflushed.clear();
    await storeMarks(db, marks);
  }
}

function marksOf(states: ReadonlyMap<number, State>, isWanted: (deviceId: number) => boolean) {
  return Array.from(states).flatMap(([deviceId, { mark }]) =>
    mark !== null && isWanted(deviceId) ? [{ deviceId, ...mark }] : [],
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
