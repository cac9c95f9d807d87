import { createSchedule, timingWords } from '@fairwatch/contract';
import { appendEntries } from '../audit/audit.store.ts';
import type { Database } from '../schema/schema.ts';
import type { AuditEntry } from '../services/audit-log.ts';
import type { Services } from '../services/services.ts';
import { schedulePush } from '../web-push/push-texts.ts';
import type { MemberChanges, StoredSchedule } from './schedules.store.ts';

/** What happened to a schedule, as the logs of its devices say it (`scheduleWords` in the audit log). */
export type ScheduleChange = 'set' | 'changed' | 'paused' | 'resumed' | 'deleted' | 'joined' | 'removed';

/** Who changed a schedule. */
export interface ScheduleActor {
  id: number | null;
  name: string;
  /** The path of the endpoint. */
  subject: string;
}

/** Whoever set a schedule is named where a device comes under it, or leaves it, because of its group. */
const creatorOf = ({ createdBy, creator }: StoredSchedule): ScheduleActor => {
  return { id: createdBy, name: creator, subject: createSchedule.path };
};

export interface LoggedChange {
  what: ScheduleChange;
  deviceIds: readonly number[];
  schedule: Pick<StoredSchedule, 'name' | 'purpose' | 'title' | 'timing'>;
  actor: ScheduleActor;
  /** Why the server paused it; omitted for an admin. */
  because?: string;
}

/**
 * Writes changes of a schedule to the logs of its devices, in the transaction of the change. A transaction calls it once: it locks the logs in
 * the order of their devices, and a second call could lock one that comes before, and deadlock with another schedule.
 */
export async function logChanges(transaction: Database, changes: readonly LoggedChange[]): Promise<void> {
  const entries = changes.flatMap(entriesOf);
  await appendEntries(
    transaction,
    entries.toSorted((a, b) => a.deviceId - b.deviceId),
  );
}

function entriesOf({ what, deviceIds, schedule, actor, because }: LoggedChange): AuditEntry[] {
  const details = {
    what,
    schedule: schedule.name,
    title: schedule.title,
    when: timingWords(schedule.timing),
    purpose: schedule.purpose,
    ...(because !== undefined && { because }),
  };
  const { id: actorId, name: actorName, subject } = actor;
  return deviceIds.map((deviceId) => ({ deviceId, actorId, actorName, action: 'SCHEDULE', subject, details }));
}

/** What happened to the devices that came under a schedule, and to those that no longer are. */
export function memberChanges(
  schedule: StoredSchedule,
  { added, removed }: MemberChanges,
  actor: ScheduleActor = creatorOf(schedule),
): LoggedChange[] {
  const changes: LoggedChange[] = [
    { what: 'joined', deviceIds: added, schedule, actor },
    { what: 'removed', deviceIds: removed, schedule, actor },
  ];
  return changes.filter(({ deviceIds }) => deviceIds.length > 0);
}

/** Tells devices and consoles after the transaction, and by push those people whose page is closed. */
export function tellChanges({ bus, push }: Pick<Services, 'bus' | 'push'>, changes: readonly LoggedChange[]): void {
  for (const { what, deviceIds, schedule, actor } of changes) {
    if (deviceIds.length === 0) continue;
    bus.publish('watchesChanged', { deviceIds });
    if (what !== 'set' && what !== 'joined' && what !== 'changed' && what !== 'resumed') continue;
    for (const deviceId of deviceIds) push.remind(deviceId, schedulePush({ by: actor.name, what, ...schedule }));
  }
  bus.publish('changed', { feature: 'schedules', deviceId: null });
}
