import { dayOf } from '../components/days.ts';
import { currentLanguage, i18n } from '../i18n/i18n.ts';

const dayMs = 24 * 3_600_000;

/** Formatters are slow to make and are asked for with every bubble. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  const key = `${currentLanguage()} ${JSON.stringify(options)}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(currentLanguage(), options);
  formats.set(key, known);
  return known.format(date);
}

/** 09:15 AM, or 09:15: two digits, so that it is not taken for a duration. */
export function clockText(date: Date): string {
  return format(date, { hour: '2-digit', minute: '2-digit' });
}

/** Today, Yesterday, or the day in full. */
export function dayText(date: Date, today: string): string {
  const day = dayOf(date);
  if (day === today) return i18n.t('conversation:day.today');
  const next = new Date(date);
  next.setDate(next.getDate() + 1);
  if (dayOf(next) === today) return i18n.t('conversation:day.yesterday');
  return format(date, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
}

/** As short as it is still clear: the time today, the weekday this week, the date before. */
export function shortTimeText(date: Date, now: Date): string {
  const age = now.getTime() - date.getTime();
  if (dayOf(date) === dayOf(now)) return clockText(date);
  if (age >= 0 && age < 6 * dayMs) return format(date, { weekday: 'short' });
  return format(date, {
    day: 'numeric',
    month: 'short',
    year: date.getFullYear() === now.getFullYear() ? undefined : 'numeric',
  });
}
