import { canonicalZone, momentOf } from '@fairwatch/contract';
import ICAL from 'ical.js';
import { eventsAtMost } from './calendar-limits.ts';
import type { FoundEvent } from './event-item.ts';

export { calendarMaxBytes } from './calendar-limits.ts';

type Event = InstanceType<typeof ICAL.Event>;
type Time = InstanceType<typeof ICAL.Time>;
type Component = InstanceType<typeof ICAL.Component>;

const dayMs = 24 * 60 * 60 * 1000;
/** Repeating events are expanded from a year before now to two years after. */
const pastMs = 366 * dayMs;
const futureMs = 2 * 366 * dayMs;
/** The limit of steps of a rule until it reaches the window: enough for a daily event of seventy years. */
const stepsPerRule = 30_000;
const stepsInAll = 300_000;

/**
 * Parses the events of an iCalendar text. Repeating events are expanded around `now`. Throws a readable error when the text is no
 * calendar; an event that cannot be parsed is skipped. Some rules make the library loop forever, so this runs in a worker that can be
 * terminated.
 */
export function parseCalendar(text: string, now: Date): FoundEvent[] {
  const parts = calendarsOf(text).flatMap((calendar) => calendar.getAllSubcomponents('vevent'));
  const exceptions = Map.groupBy(
    parts.filter((part) => part.hasProperty('recurrence-id')),
    uidOf,
  );
  const found: FoundEvent[] = [];
  const budget = { steps: stepsInAll };
  const masters = new Set(parts.filter((part) => !part.hasProperty('recurrence-id')).map(uidOf));
  for (const part of parts) {
    // A changed occurrence is handled with its event, unless the event is not in the file.
    if (part.hasProperty('recurrence-id') && masters.has(uidOf(part))) continue;
    try {
      const related = part.hasProperty('recurrence-id') ? [] : (exceptions.get(uidOf(part)) ?? []);
      const event = new ICAL.Event(part, { exceptions: related });
      for (const occurrence of occurrencesOf(event, now, budget)) {
        found.push(occurrence);
        if (found.length > eventsAtMost) throw new TooMany();
      }
    } catch (error) {
      if (error instanceof TooMany) throw error;
    }
  }
  if (found.length === 0) throw new Error('There are no events in this file. Choose another .ics file.');
  return found;
}

class TooMany extends Error {
  constructor() {
    super(`This calendar has more than ${eventsAtMost.toLocaleString('en')} events. Choose a smaller one.`);
  }
}

function calendarsOf(text: string): Component[] {
  const plain = text.replace(/^\uFEFF/, '');
  // One invalid event makes the library refuse the whole file: it is parsed again without such events.
  const parsed = parsedOrNull(plain) ?? parsedOrNull(plain.replaceAll(eventBlock, keepReadable));
  if (parsed === null) throw new Error('This is not a calendar file, or it is damaged. Choose an .ics file.');
  const isOne = Array.isArray(parsed) && typeof parsed[0] === 'string';
  const all = (isOne ? [parsed] : (parsed as unknown[])) as unknown[][];
  const calendars = all.map((each) => new ICAL.Component(each)).filter(({ name }) => name === 'vcalendar');
  if (calendars.length === 0) throw new Error('This is not a calendar file. Choose an .ics file.');
  return calendars;
}

const eventBlock = /^BEGIN:VEVENT\r?\n.*?^END:VEVENT\r?\n/gims;

function keepReadable(block: string): string {
  return parsedOrNull(`BEGIN:VCALENDAR\r\n${block}END:VCALENDAR\r\n`) === null ? '' : block;
}

function parsedOrNull(text: string): unknown {
  try {
    return ICAL.parse(text);
  } catch {
    return null;
  }
}

function* occurrencesOf(event: Event, now: Date, budget: { steps: number }): Generator<FoundEvent> {
  if (!event.isRecurring()) {
    const single = eventOf(event, event.startDate, event.endDate);
    if (single) yield single;
    return;
  }
  const [from, to] = [now.getTime() - pastMs, now.getTime() + futureMs];
  const steps = event.iterator();
  for (let step = 0; step < stepsPerRule && budget.steps > 0; step += 1) {
    budget.steps -= 1;
    const next = steps.next() as Time | undefined;
    if (!next) return;
    const at = Date.UTC(next.year, next.month - 1, next.day);
    if (at > to) return;
    if (at < from) continue;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    const occurrence = eventOf(item as Event, startDate as Time, endDate as Time);
    if (occurrence) yield occurrence;
  }
}

function eventOf(event: Event, start: Time | null, end: Time | null): FoundEvent | null {
  if (String(event.component.getFirstPropertyValue('status') ?? '').toUpperCase() === 'CANCELLED') return null;
  if (!start) return null;
  const zone = (name: string) =>
    event.component.getFirstProperty(name)?.getFirstParameter('tzid') as string | undefined;
  const startDate = dateOf(start, zone('dtstart'));
  const endDate = dateOf(end ?? start, zone('dtend') ?? zone('dtstart'));
  if (Number.isNaN(startDate.getTime()) || Number.isNaN(endDate.getTime())) return null;
  return {
    uid: event.uid ?? '',
    title: event.summary ?? '',
    location: event.location ?? '',
    description: event.description ?? '',
    startDate: startDate.toISOString(),
    // An event that ends before it begins gets length zero.
    endDate: new Date(Math.max(startDate.getTime(), endDate.getTime())).toISOString(),
    allDay: start.isDate,
  };
}

/** Converts a time to UTC. A whole day becomes its midnight in UTC; a time without a zone is in the zone of this phone. */
function dateOf(time: Time, zoneName: string | undefined): Date {
  if (time.isDate) return new Date(Date.UTC(time.year, time.month - 1, time.day));
  const isFloating = time.zone === null || time.zone.tzid === 'floating';
  // A file may name a zone without describing it; the platform knows most of them.
  if (isFloating && zoneName !== undefined && canonicalZone(zoneName) !== null) {
    const local = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second);
    return new Date(momentOf(zoneName, local, 'FORWARD'));
  }
  return time.toJSDate();
}

function uidOf(part: Component): string {
  return String(part.getFirstPropertyValue('uid') ?? '');
}
