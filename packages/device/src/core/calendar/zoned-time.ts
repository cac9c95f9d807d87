const formats = new Map<string, Intl.DateTimeFormat | null>();

/** Converts a local time in a zone to UTC; null when the platform does not know the zone. */
export function zonedMoment(wallTime: number, timeZone: string): Date | null {
  const format = formatOf(timeZone);
  if (format === null) return null;
  // The first guess may be on the other side of a DST change; the second is not.
  const guess = wallTime - offsetAt(format, wallTime);
  return new Date(wallTime - offsetAt(format, guess));
}

/** The offset of a zone from UTC at a moment, in milliseconds. */
function offsetAt(format: Intl.DateTimeFormat, moment: number): number {
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? 0;
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
  return shown - Math.floor(moment / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = makeFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

const clock = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
} as const;

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en', { ...clock, timeZone });
  } catch {
    return null;
  }
}
