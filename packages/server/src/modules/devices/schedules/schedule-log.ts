import { createSchedule } from '@fairwatch/contract';
import { appendEntries } from '../../../shared/audit/audit.store.ts';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { scheduleEntries, type LoggedChange, type ScheduleActor } from '../uses/schedule-entries.ts';
import { schedulePush } from '../../../shared/push/push-texts.ts';
import type { MemberChanges, StoredSchedule } from './schedules.store.ts';

export type { LoggedChange, ScheduleActor };

/** Whoever set a schedule is named where a device comes under it, or leaves it, because of its group. */
const creatorOf = ({ createdBy, creator }: StoredSchedule): ScheduleActor => {
  return { id: createdBy, name: creator, subject: createSchedule.path };
};

/**
 * Writes changes of a schedule to the logs of its devices, in the transaction of the change. A transaction calls it once: it locks the logs in
 * the order of their devices, and a second call could lock one that comes before, and deadlock with another schedule.
 */
export async function logChanges(transaction: Database, changes: readonly LoggedChange[]): Promise<void> {
  const entries = changes.flatMap(scheduleEntries);
  await appendEntries(
    transaction,
    entries.toSorted((a, b) => a.deviceId - b.deviceId),
  );
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
