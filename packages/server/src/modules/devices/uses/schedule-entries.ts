import { timingWords, type ScheduleTiming } from '@fairwatch/contract';
import type { AuditEntry } from '../../../shared/services/audit-log.ts';
import { watchEntries, type WatchChange } from '../../../shared/watches/watch-changes.ts';

/** What happened to a schedule, as the logs of its devices say it (`scheduleWords` in the audit log). */
type ScheduleChange = 'set' | 'changed' | 'paused' | 'resumed' | 'deleted' | 'joined' | 'removed';

/** What the log says of a schedule. */
export interface LoggedSchedule {
  name: string;
  purpose: string;
  title: string;
  timing: ScheduleTiming;
}

export interface LoggedChange extends WatchChange {
  what: ScheduleChange;
  schedule: LoggedSchedule;
  /** The admin because of whom the server paused it; omitted when an admin did. */
  blocked?: string;
}

/** The entry of a change in the log of each device. */
export function scheduleEntries(change: LoggedChange): AuditEntry[] {
  const { what, schedule, blocked } = change;
  return watchEntries(change, 'SCHEDULE', {
    what,
    schedule: schedule.name,
    title: schedule.title,
    when: timingWords(schedule.timing),
    timing: JSON.stringify(schedule.timing),
    purpose: schedule.purpose,
    ...(blocked !== undefined && { because: pauseReason(blocked), blocked }),
  });
}

/** Why a schedule was paused whose creator may not do what it does. */
function pauseReason(creator: string): string {
  return `${creator} is blocked or may not do this any more`;
}
