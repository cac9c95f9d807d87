import { daysApart } from '../../../core/components/moment-text.ts';

/** Days that their weekday alone tells apart. */
const weekdays = 6;

/** When a visit was, for whoever looks: "Tuesday 14:02 – 14:10", and with its date when that was longer ago than a week. */
export function visitTimeText(from: Date, to: Date, now: Date, language: string): string {
  const isRecent = Math.abs(daysApart(from, now)) <= weekdays;
  const sameYear = from.getFullYear() === now.getFullYear();
  const clock = { hour: '2-digit', minute: '2-digit' } as const;
  const options: Intl.DateTimeFormatOptions = isRecent
    ? { weekday: 'long', ...clock }
    : { weekday: 'short', day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }), ...clock };
  return new Intl.DateTimeFormat(language, options).formatRange(from, to);
}
