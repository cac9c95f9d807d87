const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;

/**
 * The calendar day that begins at a moment: "Sunday 15 November", with its year when that is not the current one. A day begins at
 * midnight of whoever asks, and the server does not know where that is. It is the named zone if it is midnight there; else the day is
 * the one that noon lies in by UTC, which is right from 11 hours behind UTC to 12 ahead of it.
 */
export function dayWords(beginning: string, zones: readonly string[] = [], now: number = Date.now()): string {
  const at = Date.parse(beginning);
  const zone = zones.find((name) => isMidnight(at, name));
  const moment = zone === undefined ? at + 12 * hourMs : at;
  return format(moment, zone ?? 'UTC', now);
}

/** A stretch of days: one day, or from one to another. Empty for no limit at all. The end is exclusive. */
export function periodWords(from?: string, to?: string, zones: readonly string[] = []): string {
  if (from !== undefined && to !== undefined) {
    // An hour more where clocks are set back.
    if (Date.parse(to) - Date.parse(from) <= dayMs + hourMs) return dayWords(from, zones);
    return `from ${dayWords(from, zones)} to ${lastDay(to, zones)}`;
  }
  if (from !== undefined) return `from ${dayWords(from, zones)}`;
  return to === undefined ? '' : `until ${lastDay(to, zones)}`;
}

function lastDay(end: string, zones: readonly string[]): string {
  return dayWords(new Date(Date.parse(end) - dayMs).toISOString(), zones);
}

/** When something happened, to the minute, by UTC: "15 November 2026, 14:02 UTC". */
export function momentWords(at: string): string {
  const date = new Date(at);
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(date);
  return `${words}, ${date.toISOString().slice(11, 16)} UTC`;
}

function format(moment: number, timeZone: string, now: number): string {
  const year = (at: number) => new Intl.DateTimeFormat('en-GB', { year: 'numeric', timeZone }).format(at);
  const options = year(moment) === year(now) ? day : { ...day, year: 'numeric' as const };
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone }).format(moment).replace(',', '');
}

function isMidnight(at: number, timeZone: string): boolean {
  try {
    const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone, hourCycle: 'h23' });
    return clock.format(at) === '00:00';
  } catch {
    // A device may name a zone that nobody knows.
    return false;
  }
}
