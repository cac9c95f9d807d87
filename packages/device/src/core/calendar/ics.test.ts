import { calendarEvents } from '@fairwatch/contract';
import { describe, expect, it } from 'vitest';
import { eventItem } from './event-item.ts';
import { parseCalendar } from './ics.ts';

const now = new Date('2026-06-01T12:00:00Z');
const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...lines, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
const read = (...lines: string[]) => parseCalendar(calendar(...lines), now);

describe('calendars', () => {
  it('reads an event in UTC, with folded and escaped texts', () => {
    const [found] = read(
      ...event(
        'UID:1@example.org',
        'DTSTART:20260610T080000Z',
        'DTEND:20260610T093000Z',
        'SUMMARY:Dentist\\, second',
        '  visit',
        'LOCATION:High Street 4',
        'DESCRIPTION:Bring\\nthe card',
      ),
    );
    expect(found).toEqual({
      uid: '1@example.org',
      title: 'Dentist, second visit',
      location: 'High Street 4',
      description: 'Bring\nthe card',
      startDate: '2026-06-10T08:00:00.000Z',
      endDate: '2026-06-10T09:30:00.000Z',
      allDay: false,
    });
    expect(calendarEvents.record.safeParse(found && eventItem(found).record).success).toBe(true);
  });

  it('keeps whole days as dates, from midnight to midnight UTC', () => {
    const [found] = read(...event('UID:2', 'DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260703', 'SUMMARY:Trip'));
    expect(found).toMatchObject({
      allDay: true,
      startDate: '2026-07-01T00:00:00.000Z',
      endDate: '2026-07-03T00:00:00.000Z',
    });
  });

  it('reads times of a zone, described in the file or known to the platform, in summer and in winter', () => {
    const zone = [
      'BEGIN:VTIMEZONE',
      'TZID:Home',
      'BEGIN:STANDARD',
      'DTSTART:20200101T000000',
      'TZOFFSETFROM:+0200',
      'TZOFFSETTO:+0200',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const described = read(...zone, ...event('UID:3', 'DTSTART;TZID=Home:20260610T100000', 'SUMMARY:A'));
    expect(described[0]?.startDate).toBe('2026-06-10T08:00:00.000Z');
    const named = read(
      ...event('UID:4', 'DTSTART;TZID=Europe/Paris:20260610T100000', 'DTEND;TZID=Europe/Paris:20260610T110000'),
      ...event('UID:5', 'DTSTART;TZID=Europe/Paris:20260110T100000', 'DURATION:PT1H'),
    );
    expect(named.map(({ startDate }) => startDate)).toEqual(['2026-06-10T08:00:00.000Z', '2026-01-10T09:00:00.000Z']);
    expect(named[1]?.endDate).toBe('2026-01-10T10:00:00.000Z');
  });

  it('expands repeating events within the window, without exceptions and with changes', () => {
    const found = read(
      ...event(
        'UID:6',
        'DTSTART:20260601T090000Z',
        'DTEND:20260601T100000Z',
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE:20260602T090000Z',
        'SUMMARY:Run',
      ),
      ...event('UID:6', 'RECURRENCE-ID:20260603T090000Z', 'DTSTART:20260603T150000Z', 'SUMMARY:Run later'),
      ...event('UID:6', 'RECURRENCE-ID:20260604T090000Z', 'DTSTART:20260604T090000Z', 'STATUS:CANCELLED'),
    );
    expect(found.map(({ title, startDate }) => `${startDate.slice(0, 13)} ${title}`)).toEqual([
      '2026-06-01T09 Run',
      '2026-06-03T15 Run later',
      '2026-06-05T09 Run',
    ]);
    expect(new Set(found.map((each) => eventItem(each).key)).size).toBe(3);
  });

  it('expands a yearly event of long ago only around now', () => {
    const found = read(...event('UID:7', 'DTSTART;VALUE=DATE:19800520', 'RRULE:FREQ=YEARLY', 'SUMMARY:Birthday'));
    expect(found.map(({ startDate }) => startDate.slice(0, 4))).toEqual(['2026', '2027', '2028']);
  });

  it('keeps a changed occurrence whose event is not in the file', () => {
    const found = read(
      ...event('UID:8', 'RECURRENCE-ID:20260603T090000Z', 'DTSTART:20260603T150000Z', 'SUMMARY:Alone'),
    );
    expect(found).toHaveLength(1);
  });

  it('skips events without a start, and gives those that end before they begin length zero', () => {
    const found = read(
      ...event('UID:9', 'SUMMARY:Never'),
      ...event('UID:10', 'DTSTART:20260610T080000Z', 'DTEND:20260609T080000Z', 'SUMMARY:Backwards'),
      ...event('UID:11', 'DTSTART:20260610T080000Z', 'RRULE:FREQ=WEEKLY;BYDAY=XX', 'SUMMARY:Broken rule'),
    );
    expect(found.map(({ title }) => title)).toEqual(['Backwards']);
    expect(found[0]?.endDate).toBe(found[0]?.startDate);
  });

  it('stops at a rule without end, and says when there are too many events', () => {
    const perSecond = event('UID:12', 'DTSTART:20000101T000000Z', 'RRULE:FREQ=SECONDLY', 'SUMMARY:Tick');
    const single = event('UID:13', 'DTSTART:20260610T080000Z', 'SUMMARY:Once');
    expect(read(...perSecond, ...single).map(({ title }) => title)).toEqual(['Once']);
    expect(() => read(...event('UID:14', 'DTSTART:20260601T000000Z', 'RRULE:FREQ=MINUTELY', 'SUMMARY:Tick'))).toThrow(
      'more than 10,000 events',
    );
  });

  it.each([
    ['nothing', ''],
    ['a picture', '\u0089PNG\r\n\u001A\n'],
    ['contacts', 'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A\r\nEND:VCARD\r\n'],
    ['half a calendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:x'],
    ['an empty calendar', calendar()],
  ])('says so when it is %s', (_, text) => {
    expect(() => parseCalendar(text, now)).toThrow(/not a calendar file|no events in this file/);
  });
});
