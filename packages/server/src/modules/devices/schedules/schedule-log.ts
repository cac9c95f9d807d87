import { createSchedule } from '@fairwatch/contract';
import type { Database } from '../../../shared/schema/schema.ts';
import type { Services } from '../../../shared/services/services.ts';
import { scheduleEntries, type LoggedChange } from '../uses/schedule-entries.ts';
import { logWatches, tellWatches, type WatchActor } from '../../../shared/watches/watch-changes.ts';
import { schedulePush } from '../../../shared/push/push-texts.ts';
import type { MemberChanges, StoredSchedule } from './schedules.store.ts';

export type { LoggedChange };

/** Whoever set a schedule is named where a device comes under it, or leaves it, because of its group. */
const creatorOf = ({ createdBy, creator, creatorInFull }: StoredSchedule): WatchActor => {
  return { id: createdBy, name: creator, inFull: creatorInFull, subject: createSchedule.path };
};

/** Writes changes of a schedule to the logs of its devices, in the transaction of the change. */
export async function logChanges(transaction: Database, changes: readonly LoggedChange[]): Promise<void> {
  await logWatches(transaction, changes.flatMap(scheduleEntries));
}

/** What happened to the devices that came under a schedule, and to those that no longer are. */
export function memberChanges(
  schedule: StoredSchedule,
  { added, removed }: MemberChanges,
  actor: WatchActor = creatorOf(schedule),
): LoggedChange[] {
  const changes: LoggedChange[] = [
    { what: 'joined', deviceIds: added, schedule, actor },
    { what: 'removed', deviceIds: removed, schedule, actor },
  ];
  return changes.filter(({ deviceIds }) => deviceIds.length > 0);
}

export function tellChanges(services: Pick<Services, 'bus' | 'push'>, changes: readonly LoggedChange[]): void {
  tellWatches(services, changes, {
    feature: 'schedules',
    messageOf: ({ what, schedule, actor }) =>
      what === 'set' || what === 'joined' || what === 'changed' || what === 'resumed'
        ? () => schedulePush({ by: actor.inFull, what, ...schedule })
        : null,
  });
}
