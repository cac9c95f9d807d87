/** Which calendar day a moment belongs to, for whoever looks: `2026-11-15`. */
export function dayOf(at: Date): string {
  const parts = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** When a calendar day of whoever looks begins (`2026-11-15`), so many days later; undefined for what is no day. */
export function dayStart(day: unknown, later = 0): string | undefined {
  if (typeof day !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(day)) return undefined;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(year, month - 1, date);
  // The 31st of April would be the 1st of May.
  if (start.getMonth() !== month - 1 || start.getDate() !== date) return undefined;
  start.setDate(date + later);
  return start.toISOString();
}

/** Two calendar days, both included. */
export interface Days {
  from?: string | undefined;
  to?: string | undefined;
}

/** The days of a URL. Rubbish in it means no day. */
export function readDays({ from, to }: Readonly<Record<string, unknown>>): Days {
  return {
    from: dayStart(from) === undefined ? undefined : String(from),
    to: dayStart(to) === undefined ? undefined : String(to),
  };
}

/** The days as the server takes them: from the first one's beginning to the last one's end, in local time. */
export function daysInput({ from, to }: Days): { from: string | undefined; to: string | undefined } {
  return { from: dayStart(from), to: dayStart(to, 1) };
}
