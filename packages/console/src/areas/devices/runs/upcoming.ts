import type { Schedule } from '@fairwatch/contract';

/** How many runs the section lists; the page of schedules has all. */
const listed = 5;

/** The schedules that start a run next, the soonest first. Paused ones and those that are over start none. */
export function upcoming(schedules: readonly Schedule[]): (Schedule & { nextAt: string })[] {
  return schedules
    .filter((schedule): schedule is Schedule & { nextAt: string } => schedule.nextAt !== null && !schedule.paused)
    .toSorted((one, other) => Date.parse(one.nextAt) - Date.parse(other.nextAt))
    .slice(0, listed);
}
