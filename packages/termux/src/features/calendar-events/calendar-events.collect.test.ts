import { calendarEvents } from '@fairwatch/contract';
import { testWork } from '@fairwatch/device/test-work';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { collectCalendarEvents } from './calendar-events.collect.ts';
import { readCalendarFile } from './read-calendar.ts';

const calendarOf = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((event) => ['BEGIN:VEVENT', event, 'END:VEVENT'].flat()),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const dentist = ['UID:1@example.org', 'DTSTART:20260610T080000Z', 'DTEND:20260610T093000Z', 'SUMMARY:Dentist'];
const trip = ['UID:2', 'DTSTART;VALUE=DATE:20260701', 'DTEND;VALUE=DATE:20260703', 'SUMMARY:Trip'];
/** A rule that asks for the 31st of February makes the library search for ever. */
const never = ['UID:3', 'DTSTART:20260131T080000Z', 'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31', 'SUMMARY:Never'];

async function filesOf(...texts: string[]) {
  const folder = await temporaryFolder();
  const files = texts.map((_, index) => path.join(folder, `calendar ${index}.ics`));
  for (const [index, text] of texts.entries()) await writeFile(files[index] ?? '', text);
  return files;
}

it('sends the events of all files, each once, in rows that the server accepts', async () => {
  const files = await filesOf(calendarOf(dentist, trip), calendarOf(dentist));
  const rows = await collectCalendarEvents(() => files)();
  for (const row of rows) expect(calendarEvents.record.safeParse(row).success).toBe(true);
  expect(rows.map(({ title, startDate, allDay }) => [title, startDate, allDay])).toEqual([
    ['Dentist', '2026-06-10T08:00:00.000Z', false],
    ['Trip', '2026-07-01T00:00:00.000Z', true],
  ]);
  expect((await collectCalendarEvents(() => files)()).map(({ key }) => key)).toEqual(rows.map(({ key }) => key));
});

it('names the file that cannot be read', async () => {
  const files = await filesOf(calendarOf(dentist), 'not a calendar');
  await expect(collectCalendarEvents(() => files)()).rejects.toThrow(/^calendar 1\.ics: .*not a calendar file/);
  await expect(collectCalendarEvents(() => ['/nowhere/home.ics'])()).rejects.toThrow(
    'home.ics: This calendar file is no',
  );
  await expect(collectCalendarEvents(() => [])()).rejects.toThrow('has not chosen a calendar file');
});

it('refuses a file that is too large, or no file', async () => {
  const [file = ''] = await filesOf('x'.repeat(5 * 1024 * 1024 + 1));
  await expect(readCalendarFile(file)).rejects.toThrow('larger than 5 MB');
  await expect(readCalendarFile(path.dirname(file))).rejects.toThrow('not a calendar file');
});

it('ends a rule that never ends, after its time or when the command is cancelled', async () => {
  const [file = ''] = await filesOf(calendarOf(never, dentist));
  await expect(readCalendarFile(file, undefined, 300)).rejects.toThrow('takes too long');
  const cancel = new AbortController();
  const reading = collectCalendarEvents(() => [file])(testWork({ signal: cancel.signal }));
  cancel.abort(new Error('cancelled'));
  await expect(reading).rejects.toThrow('cancelled');
});
