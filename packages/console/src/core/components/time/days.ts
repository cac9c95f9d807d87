/** The calendar day of a time in the browser's time zone: `2026-11-15`. */
export function dayOf(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The start of a calendar day (`2026-11-15`) in the browser's time zone, plus an offset in days; undefined for an invalid day. */
export function dayStart(day: unknown, daysLater = 0): string | undefined {
  if (typeof day !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date);
  // `Date` turns April 31 into May 1.
  if (start.getMonth() !== month - 1 || start.getDate() !== date) return undefined;
  start.setDate(date + daysLater);
  return start.toISOString();
}

/** A range of calendar days, both ends included. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The days in a URL. An invalid value is read as no day. */
export function readDays({ from, to }: Readonly<Record<string, unknown>>): Days {
  return {
    from: dayStart(from) === undefined ? undefined : String(from),
    to: dayStart(to) === undefined ? undefined : String(to),
  };
}

/** The input of an endpoint for a range of days: the start of the first and the end of the last day in local time. */
export function daysInput({ from, to }: Days): { from: string | undefined; to: string | undefined } {
  return { from: dayStart(from), to: dayStart(to, 1) };
}
