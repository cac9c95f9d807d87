import { expect, it } from 'vitest';
import { agendaDays, endText, firstDay, lastDay, startText, type CalendarEvent } from './event-times.ts';

const now = new Date(2026, 10, 15, 12, 0);

function event(startDate: Date, endDate: Date, allDay = false): CalendarEvent {
  const times = { startDate: startDate.toISOString(), endDate: endDate.toISOString(), allDay };
  return { id: startDate.getTime(), title: 'Dentist', location: '', description: '', ...times };
}

const dentist = event(new Date(2026, 10, 15, 14, 30), new Date(2026, 10, 15, 15, 10));
const party = event(new Date(2026, 10, 20, 22, 0), new Date(2026, 10, 21, 2, 0));
const holiday = event(new Date(Date.UTC(2026, 10, 16)), new Date(Date.UTC(2026, 10, 19)), true);

it('keeps all-day events on their dates in every time zone', () => {
  expect(firstDay(holiday)).toEqual(new Date(2026, 10, 16));
  expect(lastDay(holiday)).toEqual(new Date(2026, 10, 18));
  expect([startText(holiday, now, 'en-GB'), endText(holiday, now, 'en-GB')]).toEqual(['16 Nov 2026', '18 Nov 2026']);
});

it('never ends an event before it began', () => {
  const empty = event(new Date(Date.UTC(2026, 10, 16)), new Date(Date.UTC(2026, 10, 16)), true);
  expect(lastDay(empty)).toEqual(firstDay(empty));
});

it('names the day of the end only when it differs from that of the start', () => {
  expect([startText(dentist, now, 'en-GB'), endText(dentist, now, 'en-GB')]).toEqual(['Today, 14:30', '15:10']);
  expect(endText(party, now, 'en-GB')).toBe('21 Nov, 02:00');
});

it('groups events by day and keeps their order', () => {
  const days = agendaDays([dentist, holiday, party], now);
  expect(days.map(({ daysAway, events }) => [daysAway, events.length])).toEqual([
    [0, 1],
    [1, 1],
    [5, 1],
  ]);
});
