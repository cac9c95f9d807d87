const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The first unit whose `below` is more than the distance is used. */
const units = [
  { unit: 'second', length: second, below: minute },
  { unit: 'minute', length: minute, below: hour },
  { unit: 'hour', length: hour, below: day },
  { unit: 'day', length: day, below: 30 * day },
  { unit: 'month', length: 30 * day, below: 365 * day },
  { unit: 'year', length: 365 * day, below: Number.POSITIVE_INFINITY },
] as const;

/** Shorter distances are shown as "now", because counting seconds would flicker. */
const nowMs = 10 * second;

/** One for each language and style: making one takes longer than many uses of it. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relativeFormat(language: string, style: Intl.RelativeTimeFormatStyle): Intl.RelativeTimeFormat {
  const key = `${language} ${style}`;
  const format = relativeFormats.get(key) ?? new Intl.RelativeTimeFormat(language, { numeric: 'auto', style });
  relativeFormats.set(key, format);
  return format;
}

/** Formats a time relative to now: "5 minutes ago". A few seconds in the future are clock skew and count as now. */
export function relativeTimeText(
  at: Date,
  now: Date,
  language: string,
  style: Intl.RelativeTimeFormatStyle = 'long',
): string {
  const distance = at.getTime() - now.getTime();
  const format = relativeFormat(language, style);
  if (Math.abs(distance) < nowMs) return format.format(0, 'second');
  const { unit, length } = units.find(({ below }) => Math.abs(distance) < below) ?? units[0];
  return format.format(Math.trunc(distance / length), unit);
}

/** Formats the exact time in the browser's time zone. */
export function exactTimeText(at: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(at);
}

/** Formats how long something took, in at most two units: "420 ms", "1.4 s", "2 min 5 s". */
export function durationText(ms: number): string {
  if (ms < second) return `${Math.round(ms)} ms`;
  if (ms < 10 * second) return `${(ms / second).toFixed(1)} s`;
  const seconds = Math.round(ms / second);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return joinUnits(`${minutes} min`, seconds % 60, 's');
  return joinUnits(`${Math.floor(minutes / 60)} h`, minutes % 60, 'min');
}

/** Formats the length of a recording in whole seconds: "7 s", "1 min 2 s". "1:02" could be mistaken for a time of day. */
export function lengthText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / second));
  const parts = [
    [Math.floor(seconds / 3600), 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  const shown = parts.filter(([amount, unit]) => amount > 0 || (unit === 's' && seconds === 0));
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ');
}

function joinUnits(whole: string, rest: number, unit: string): string {
  return rest === 0 ? whole : `${whole} ${rest} ${unit}`;
}
