import { fakeDays, type Clock, type FakeDay } from '../../fake/days.ts';
import type { Acquaintance } from '../../fake/people.ts';
import type { Random } from '../../fake/random.ts';
import type { RowOf } from '../../core/commands/handlers.ts';
import { notes, occasions, routines, stretches, type Habit } from './calendar-events.words.ts';

type Event = RowOf<'calendar-events'>;

const daysBack = 30;
const daysAhead = 60;
const mostNotes = 12;

/** A calendar with routines, appointments, birthdays and holidays; between two readings something is jotted down. */
export function fakeCalendarEvents(
  random: Random,
  circle: readonly Acquaintance[],
  clock: Clock = Date.now,
): () => Event[] {
  const salt = `calendar/${random.int(0, 1e9)}`;
  const life = [...routines.filter(() => random.chance(0.35)), ...occasions];
  const birthdays = circle.map(({ name }) => ({ name, place: random.int(0, 364) }));
  const jotted: Event[] = [];
  let made = 0;
  let read = false;

  return () => {
    const days = fakeDays(salt, clock(), -daysBack, daysAhead);
    if (read && random.chance(0.8)) {
      jotted.push(note(random, random.pick(days.slice(daysBack)), (made += 1)));
      if (jotted.length > mostNotes) jotted.shift();
    }
    read = true;
    return [
      ...days.flatMap((day) => eventsOf(day, life)),
      ...days.flatMap((day) => birthdaysOf(day, birthdays)),
      ...days.flatMap(stretchOf),
      ...jotted,
    ];
  };
}

function eventsOf(day: FakeDay, life: readonly Habit[]): Event[] {
  return life.flatMap(({ weekdays, share, hour, minute, minutes, title, location, description }) => {
    if (!weekdays.includes(day.weekday) || !day.random.chance(share)) return [];
    const start = day.at(hour, minute);
    const end = day.at(hour, minute + minutes);
    return [{ key: `${day.date}-${title}`, title, location, description, allDay: false, ...times(start, end) }];
  });
}

function birthdaysOf(day: FakeDay, birthdays: readonly { name: string; place: number }[]): Event[] {
  const place = Math.floor(day.midnightUtc().getTime() / 86_400_000) % 365;
  return birthdays
    .filter((birthday) => birthday.place === place)
    .map(({ name }) => wholeDays(day, 1, { title: `${name}’s birthday`, location: '' }));
}

function stretchOf(day: FakeDay): Event[] {
  // Drawn on Mondays and Saturdays only, so that two of them seldom meet.
  if (![1, 6].includes(day.weekday) || !day.random.chance(0.06)) return [];
  const { days, ...what } = day.random.pick(stretches);
  return [wholeDays(day, days, what)];
}

function wholeDays(day: FakeDay, days: number, { title, location }: { title: string; location: string }): Event {
  const span = times(day.midnightUtc(), day.midnightUtc(days));
  return { key: `${day.date}-${title}`, title, location, description: '', allDay: true, ...span };
}

function note(random: Random, day: FakeDay, place: number): Event {
  const hour = random.int(9, 19);
  return {
    key: `note-${place}`,
    title: random.pick(notes),
    location: '',
    description: '',
    allDay: false,
    ...times(day.at(hour), day.at(hour, 30)),
  };
}

function times(start: Date, end: Date) {
  return { startDate: start.toISOString(), endDate: end.toISOString() };
}
