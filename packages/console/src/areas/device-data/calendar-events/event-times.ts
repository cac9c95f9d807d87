import type { calendarEvents, OutputOf } from '@fairwatch/contract';
import { clockText, daysApart, momentText, startOfDay } from '../../../core/components/time/moment-text.ts';

export type CalendarEvent = OutputOf<typeof calendarEvents.list>[number];
type Times = Pick<CalendarEvent, 'startDate' | 'endDate' | 'allDay'>;

/** The calendar day of a moment in the reader's time zone. All-day events are dates: midnight UTC is the same day everywhere. */
function dayOf(moment: string, allDay: boolean, daysLater = 0): Date {
  const date = new Date(moment);
  if (!allDay) return startOfDay(date, daysLater);
  return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + daysLater);
}

export function firstDay({ startDate, allDay }: Times): Date {
  return dayOf(startDate, allDay);
}

/** The last day of an event. An all-day event ends at the midnight after it. */
export function lastDay({ startDate, endDate, allDay }: Times): Date {
  const last = dayOf(endDate, allDay, allDay ? -1 : 0);
  const first = dayOf(startDate, allDay);
  return last < first ? first : last;
}

/** One day of an agenda. */
export interface AgendaDay {
  date: Date;
  /** 0 today, 1 tomorrow. */
  daysAway: number;
  events: CalendarEvent[];
}

/** Groups events by day and keeps their order. */
export function agendaDays(events: readonly CalendarEvent[], now: Date): AgendaDay[] {
  const days = new Map<number, AgendaDay>();
  for (const event of events) {
    const date = firstDay(event);
    const day = days.get(date.getTime()) ?? { date, daysAway: daysApart(date, now), events: [] };
    day.events.push(event);
    days.set(date.getTime(), day);
  }
  return [...days.values()];
}

export function dateText(day: Date, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium' }).format(day);
}

/** The start of an event as a table shows it. */
export function startText(event: Times, now: Date, language: string): string {
  return event.allDay ? dateText(firstDay(event), language) : momentText(new Date(event.startDate), now, language);
}

/** The end of an event as a table shows it; without the date if that is the same as at the start. */
export function endText(event: Times, now: Date, language: string): string {
  if (event.allDay) return dateText(lastDay(event), language);
  const end = new Date(event.endDate);
  return daysApart(end, new Date(event.startDate)) === 0 ? clockText(end, language) : momentText(end, now, language);
}
