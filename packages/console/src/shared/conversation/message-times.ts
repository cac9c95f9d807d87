import { dayOf } from '../../core/components/time/days.ts';
import { currentLanguage, i18n } from '../../core/i18n/i18n.ts';

const dayMs = 24 * 3_600_000;

/** A cache, because formatters are slow to create and every bubble needs one. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(date: Date, options: Intl.DateTimeFormatOptions): string {
  const key = `${currentLanguage()} ${JSON.stringify(options)}`;
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat(currentLanguage(), options);
  formats.set(key, formatter);
  return formatter.format(date);
}

/** A time such as 09:15 AM or 09:15. Two digits, so that it does not look like a duration. */
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

/** The time for today, the weekday for this week, and the date before that. */
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
