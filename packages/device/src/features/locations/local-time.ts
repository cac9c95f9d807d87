const dayMs = 24 * 60 * 60_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clocks of a time zone are ahead of UTC at this moment, in milliseconds. */
function offsetAt(timezone: string, at: number): number {
  const format =
    formats.get(timezone) ??
    new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset', year: 'numeric' });
  formats.set(timezone, format);
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The calendar day of a moment in a time zone: `2026-11-15`. */
export function localDay(timezone: string, at: number): string {
  return new Date(at + offsetAt(timezone, at)).toISOString().slice(0, 10);
}

/** The moment when the clocks of a time zone show this minute of a day. */
export function momentOf(timezone: string, day: string, minute: number): number {
  const asIfUtc = Date.parse(`${day}T00:00:00Z`) + minute * 60_000;
  // Twice: the first guess may lie on the other side of a change of the clocks.
  const guess = asIfUtc - offsetAt(timezone, asIfUtc);
  return asIfUtc - offsetAt(timezone, guess);
}

/** So many days after a day. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}
