import { momentOf } from '../../core/fields/time-zone.ts';

const dayMs = 24 * 3_600_000;

/** A week in a time zone: from a Monday to the next, both at midnight there. With a change of clocks it is an hour shorter or longer. */
export interface Week {
  /** The day of its Monday, as `2026-11-16`. */
  monday: string;
  from: Date;
  to: Date;
}

/** The week that has this day (`2026-11-18`) in a time zone. */
export function weekOf(day: string, zone: string): Week {
  const local = Date.parse(`${day}T00:00:00Z`);
  // Sunday is the day 0 of `Date`, and the last one of a week.
  const monday = local - ((new Date(local).getUTCDay() + 6) % 7) * dayMs;
  return {
    monday: new Date(monday).toISOString().slice(0, 10),
    from: new Date(momentOf(zone, monday)),
    to: new Date(momentOf(zone, monday + 7 * dayMs)),
  };
}
