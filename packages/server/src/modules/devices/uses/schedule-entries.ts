import { timingWords, type ScheduleTiming } from '@fairwatch/contract';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';

/** What happened to a schedule, as the logs of its devices say it (`scheduleWords` in the audit log). */
type ScheduleChange = 'set' | 'changed' | 'paused' | 'resumed' | 'deleted' | 'joined' | 'removed';

/** Who changed a schedule. */
export interface ScheduleActor {
  id: number | null;
  name: string;
  /** The path of the endpoint. */
  subject: string;
}

/** What the log says of a schedule. */
export interface LoggedSchedule {
  name: string;
  purpose: string;
  title: string;
  timing: ScheduleTiming;
}

export interface LoggedChange {
  what: ScheduleChange;
  deviceIds: readonly number[];
  schedule: LoggedSchedule;
  actor: ScheduleActor;
  /** Why the server paused it; omitted for an admin. */
  because?: string;
}

/** The entry of a change in the log of each device. */
export function scheduleEntries({ what, deviceIds, schedule, actor, because }: LoggedChange): AuditEntry[] {
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
