import { createHash } from 'node:crypto';
import { canStartAction, pauseSchedule } from '@fairwatch/contract';
import { AppError } from '../../../core/app-error.ts';
import { findActors } from '../../../shared/watches/actors.store.ts';
import { runTitle, stepsOf } from '../runs/run-steps.ts';
import { assertRoom, findFull, sizeOf } from '../runs/run-room.ts';
import { insertItems, insertRun } from '../runs/runs.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { logChanges, memberChanges, tellChanges, type LoggedChange } from './schedule-log.ts';
import {
  addMissingTimes,
  clearTimes,
  deleteUnusedZone,
  findDevicesToRun,
  findDueSchedules,
  findMissingZones,
  takeDueTimes,
  type DueTime,
} from './schedule-times.store.ts';
import {
  findChangedGroups,
  findOrphaned,
  findScheduleDevices,
  followGroup,
  setPaused,
  tryLockSchedule,
  type StoredSchedule,
} from './schedules.store.ts';

const startEveryMs = 5000;
const syncEveryMs = 60_000;

export interface ScheduleStarter {
  /** Starts the runs of all schedules whose time has come. */
  startDue(): Promise<void>;
  /** Brings schedules in line with the members of groups, the zones of devices, and the accounts of their creators. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the runs of schedules. Any number of servers may do so on one database: a server locks the schedule, moves its time on and inserts
 * the run in one transaction. So a crash loses no run, and no run starts twice. Times that were missed while no server ran make one run.
 */
export function createScheduleStarter(services: Services): ScheduleStarter {
  const { bus, jobs } = services;
  const starting = jobs.start({
    name: 'startSchedules',
    run: () => startDueSchedules(services),
    everyMs: startEveryMs,
    failure: 'schedules.start_failed',
  });
  const syncing = jobs.start({
    name: 'syncSchedules',
    run: () => syncSchedules(services),
    everyMs: syncEveryMs,
    failure: 'schedules.sync_failed',
  });
  const stops = [
    bus.subscribeLocal('changed', ({ feature }) => {
      if (feature === 'groups') syncing.trigger();
    }),
    bus.subscribeLocal('supervisionChanged', syncing.trigger),
    bus.subscribeLocal('accessChanged', syncing.trigger),
  ];
  return {
    startDue: starting.runNow,
    sync: syncing.runNow,
    async close() {
      for (const stop of stops) stop();
      await Promise.all([starting.close(), syncing.close()]);
    },
  };
}

/** Starts what is due, each schedule in a transaction of its own. One that fails does not keep the others. */
export async function startDueSchedules(services: Services): Promise<void> {
  const { db, bus, clock, log } = services;
  const now = new Date(clock.now());
  let isStarted = false;
  for (const scheduleId of await findDueSchedules(db, now)) {
    try {
      const { changes, runs } = await db.transaction().execute(async (transaction) => {
        const schedule = await tryLockSchedule(transaction, scheduleId);
        // Another server has it, or somebody is changing it.
        if (schedule === undefined || schedule.paused) return { changes: [], runs: 0 };
        const started = await startLocked(services, transaction, schedule, now);
        await logChanges(transaction, started.changes);
        return started;
      });
      if (changes.length > 0) tellChanges(services, changes);
      if (runs > 0) isStarted = true;
    } catch (error) {
      log.error({ err: error, event: 'schedules.start_failed', scheduleId }, 'Failed to start the run of a schedule');
    }
  }
  if (!isStarted) return;
  bus.publish('runChanged', {});
  bus.publish('changed', { feature: 'schedules', deviceId: null });
}

async function startLocked(
  services: Services,
  transaction: Database,
  schedule: StoredSchedule,
  now: Date,
): Promise<{ changes: LoggedChange[]; runs: number }> {
  if (!(await hasActiveCreator(transaction, schedule))) {
    return { changes: [await pauseByServer(transaction, schedule)], runs: 0 };
  }
  // A device is told that it is under the schedule before the first run that concerns it.
  const changes = schedule.groupId === null ? [] : await followMembers(transaction, schedule);
  const { until } = schedule.timing;
  let runs = 0;
  for (const due of await takeDueTimes(transaction, schedule, now)) {
    const isOver = until !== null && Date.parse(until) <= now.getTime();
    if (!isOver && (await insertRunOf(services, transaction, schedule, due))) runs += 1;
    await deleteUnusedZone(transaction, schedule.id, due.zone);
  }
  return { changes, runs };
}

/** Inserts the run of one time, unless no device is left for it. The engine checks each device at its turn. */
async function insertRunOf(
  { log }: Pick<Services, 'log'>,
  transaction: Database,
  schedule: StoredSchedule,
  { zone, at }: DueTime,
): Promise<boolean> {
  const { id, name, purpose, action, createdBy } = schedule;
  const devices = await findDevicesToRun(transaction, id, zone);
  const steps = stepsOf(action, { stored: new Map(), media: new Map() }, null);
  // A device for which too much waits is left out; the others get their run.
  const full = new Set(await findFull(transaction, createdBy, sizeOf(devices, steps)));
  const deviceIds = devices.filter((deviceId) => !full.has(deviceId));
  if (deviceIds.length === 0) return false;
  const size = sizeOf(deviceIds, steps);
  try {
    await assertRoom(transaction, createdBy, size);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    log.warn({ event: 'schedules.too_many_items', scheduleId: id }, 'A schedule started no run: too many items wait');
    return false;
  }
  const runId = await insertRun(transaction, {
    clientId: clientIdOf(id, zone, at),
    action: action.action,
    title: runTitle(action),
    requestedBy: createdBy,
    schedule: { id, name },
    reason: purpose,
    deviceIds,
    bytes: size.bytes,
  });
  if (runId !== null) await insertItems(transaction, { id: runId, requestedBy: createdBy }, deviceIds, steps);
  return runId !== null;
}

/**
 * The client id of the run of a schedule at a time, in the form of a UUID of version 8 (RFC 9562). The unique index on it allows one run for
 * each zone and time, whatever happens to the row of times.
 */
function clientIdOf(scheduleId: number, zone: string, at: Date): string {
  const hash = createHash('sha256').update(JSON.stringify(['schedule', scheduleId, zone, at.toISOString()]));
  const hex = hash.digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

async function hasActiveCreator(db: Database, { createdBy, action }: StoredSchedule): Promise<boolean> {
  const creator = (await findActors(db, [createdBy])).get(createdBy);
  return creator !== undefined && !creator.blocked && canStartAction(creator, action);
}

/** Pauses a schedule whose creator may not do any more what it does. An admin can take it up again once they may. */
async function pauseByServer(transaction: Database, schedule: StoredSchedule): Promise<LoggedChange> {
  await setPaused(transaction, schedule.id, true);
  await clearTimes(transaction, schedule.id);
  return {
    what: 'paused',
    deviceIds: await findScheduleDevices(transaction, schedule.id),
    schedule,
    actor: { id: null, name: 'The server', inFull: 'The server', subject: pauseSchedule.path },
    blocked: schedule.creator,
  };
}

async function followMembers(transaction: Database, schedule: StoredSchedule): Promise<LoggedChange[]> {
  return memberChanges(schedule, await followGroup(transaction, schedule.id));
}

/** Looks first without a lock, since there is mostly nothing to do. One schedule that fails does not keep the others. */
async function syncSchedules(services: Services): Promise<void> {
  const { db, log } = services;
  const changed = [await findChangedGroups(db), await findOrphaned(db), await findMissingZones(db)];
  for (const scheduleId of new Set(changed.flat())) {
    try {
      const changes = await db.transaction().execute((transaction) => syncSchedule(services, transaction, scheduleId));
      if (changes.length > 0) tellChanges(services, changes);
    } catch (error) {
      log.error({ err: error, event: 'schedules.sync_failed', scheduleId }, 'Failed to bring a schedule in line');
    }
  }
}

async function syncSchedule(
  { clock }: Pick<Services, 'clock'>,
  transaction: Database,
  scheduleId: number,
): Promise<LoggedChange[]> {
  const schedule = await tryLockSchedule(transaction, scheduleId);
  if (schedule === undefined) return [];
  const changes = schedule.groupId === null ? [] : await followMembers(transaction, schedule);
  if (!schedule.paused) {
    if (await hasActiveCreator(transaction, schedule)) {
      await addMissingTimes(transaction, schedule, new Date(clock.now()));
    } else changes.push(await pauseByServer(transaction, schedule));
  }
  await logChanges(transaction, changes);
  return changes;
}
