import { cancelCommand, createSchedule, pauseSchedule } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import { cancelledStep } from '../../commands/command-events.ts';
import type { CancelledCommand } from '../../commands/commands.store.ts';
import { liveViewEndEntries, publishLiveViewEnds } from '../../device-data/live-view/live-views.ts';
import { endLostLiveViews, type EndedLiveView } from '../../device-data/live-view/live-views.store.ts';
import { liveEndEntries, publishLiveEnds } from '../../places/live-location/live-sessions.ts';
import { endLostSessions, type EndedSession } from '../../places/live-location/live-sessions.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { ServerBus } from '../../../shared/server-bus.ts';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import type { Services } from '../../../shared/services/services.ts';
import {
  cancelLostCommands,
  leaveLostSchedules,
  pauseLostSchedules,
  skipLostItems,
  type LostSchedule,
} from './end-uses.store.ts';
import { scheduleEntries } from './schedule-entries.ts';

/** Who took the access away, for the logs of the devices. */
export interface UsesActor {
  /** Null for the server. */
  id: number | null;
  username: string;
  /** The path of the endpoint. */
  subject: string;
}

/** The server itself, where nobody took access away at this moment. */
const theServer = { id: null, username: 'The server' };

/** What ended, for `publishEndedUses`, and what the logs of the devices say of it. */
export interface EndedUses {
  commands: readonly CancelledCommand[];
  live: readonly EndedSession[];
  liveViews: readonly EndedLiveView[];
  /** The devices with a waiting item that was skipped. */
  items: readonly number[];
  /** The devices of schedules that were paused or lost them; null when none was. */
  scheduled: readonly number[] | null;
  /** In the order of the devices. The caller writes them together with its own, so that the logs are locked in this order. */
  entries: readonly AuditEntry[];
}

/**
 * Ends what these admins have asked for and may not ask for any more: open commands, waiting items of runs, live locations, live views and schedules. It
 * reads what they may do now, so it comes after the change of access, in the same transaction. The caller writes `entries` and calls
 * `publishEndedUses` after the commit. Every change of access calls it, and `requesterMay` is read again before a command is sent.
 */
export async function endUsesOf(
  transaction: Database,
  userIds: readonly number[],
  actor: UsesActor | null,
): Promise<EndedUses> {
  if (userIds.length === 0) return noUses;
  const by = actor ?? { ...theServer, subject: cancelCommand.path };
  // In the order of locks of everyone who ends these: commands, items, live locations, live views, schedules, and last the logs.
  const commands = await cancelLostCommands(transaction, userIds);
  const items = await skipLostItems(transaction, userIds);
  const live = await endLostSessions(transaction, userIds);
  const liveViews = await endLostLiveViews(transaction, userIds);
  const paused = await pauseLostSchedules(transaction, userIds);
  const left = await leaveLostSchedules(transaction, userIds);
  const cancelled = (deviceId: number, details: AuditEntry['details']): AuditEntry => ({
    deviceId,
    actorId: by.id,
    actorName: by.username,
    action: 'CANCEL',
    subject: by.subject,
    details: details ?? {},
  });
  const entries = [
    ...commands.map(({ deviceId, commandId, commandType, admin, details }) =>
      cancelled(deviceId, { ...details, commandId, commandType, because: because(admin), lost: admin }),
    ),
    ...items.map(({ deviceId, admin, count }) => cancelled(deviceId, { count, because: because(admin), lost: admin })),
    ...liveEndEntries(live),
    ...liveViewEndEntries(liveViews),
    ...entriesOfSchedules(paused, left, by),
  ].toSorted((a, b) => a.deviceId - b.deviceId);
  const schedules = [...paused, ...left];
  return {
    commands,
    live,
    liveViews,
    items: items.map(({ deviceId }) => deviceId),
    scheduled: schedules.length === 0 ? null : [...new Set(schedules.flatMap(({ deviceIds }) => deviceIds))],
    entries,
  };
}

function entriesOfSchedules(paused: readonly LostSchedule[], left: readonly LostSchedule[], by: UsesActor) {
  const actorOf = (subject: string) => ({ id: by.id, name: by.username, inFull: by.username, subject });
  return [
    ...paused.flatMap((schedule) =>
      scheduleEntries({
        what: 'paused',
        deviceIds: schedule.deviceIds,
        schedule,
        actor: actorOf(pauseSchedule.path),
        blocked: schedule.admin,
      }),
    ),
    ...left.flatMap((schedule) =>
      scheduleEntries({
        what: 'removed',
        deviceIds: schedule.deviceIds,
        schedule,
        actor: actorOf(createSchedule.path),
      }),
    ),
  ];
}

/** Why a request was cancelled whose admin may not make it any more. */
function because(admin: string): string {
  return `${admin} may not ask for it any more`;
}

export const noUses: EndedUses = { commands: [], live: [], liveViews: [], items: [], scheduled: null, entries: [] };

/** Joins what ended in several steps of one transaction. */
export function joinUses(all: readonly EndedUses[]): EndedUses {
  const scheduled = all.flatMap((uses) => uses.scheduled ?? []);
  return {
    commands: all.flatMap(({ commands }) => commands),
    live: all.flatMap(({ live }) => live),
    liveViews: all.flatMap(({ liveViews }) => liveViews),
    items: all.flatMap(({ items }) => items),
    scheduled: all.every((uses) => uses.scheduled === null) ? null : scheduled,
    entries: all.flatMap(({ entries }) => entries),
  };
}

/** Tells devices and consoles after the commit: a device that carries out a command stops, as after an admin's cancel. */
export function publishEndedUses(bus: ServerBus, { commands, live, liveViews, items, scheduled }: EndedUses): void {
  for (const { deviceId, commandId } of commands) {
    bus.publish('changed', { feature: 'commands', deviceId });
    bus.publish('commandCancelled', { deviceId, commandId });
  }
  if (commands.length > 0) {
    bus.publish('commandSteps', { steps: commands.map(({ commandType }) => cancelledStep(commandType)) });
  }
  publishLiveEnds({ bus }, live);
  publishLiveViewEnds({ bus }, liveViews);
  if (commands.length + items.length > 0) bus.publish('runChanged', {});
  if (scheduled !== null) {
    if (scheduled.length > 0) bus.publish('watchesChanged', { deviceIds: scheduled });
    bus.publish('changed', { feature: 'schedules', deviceId: null });
  }
}

/**
 * Ends what these admins may not do any more, in a transaction of its own: for a command that was queued at the very moment at which their
 * access ended, and for access that ended by itself.
 */
export async function endLostUses(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  userIds: readonly number[],
  actor: UsesActor | null = null,
): Promise<void> {
  const ended = await db.transaction().execute(async (transaction) => {
    const uses = await endUsesOf(transaction, userIds, actor);
    await appendEntries(transaction, uses.entries);
    return uses;
  });
  publishEndedUses(bus, ended);
}
