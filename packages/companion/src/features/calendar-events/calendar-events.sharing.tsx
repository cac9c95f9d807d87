import { eventItem, eventsAtMost, readEvent, type EventRecord } from '@fairwatch/device/core';
import { readersLanguage } from '@fairwatch/device/core';
import { SharedRecords } from '../../core/shared-items/shared-records.tsx';
import type { NewItem } from '../../core/shared-items/item-storage.ts';
import { readCalendarFile } from './read-calendar.ts';
import { t } from './calendar-events.texts.ts';

/** The events that an Update sends: those of the calendar files that the person picked. */
export function CalendarSharing() {
  return (
    <SharedRecords
      kind="calendar-events"
      summary={(count) => t('summary', { count })}
      searchLabel={t('search')}
      atMost={eventsAtMost}
      file={{
        label: t('add'),
        accept: '.ics,text/calendar',
        read: async (file) => (await readCalendarFile(file)).map(eventItem),
      }}
      list={listEvents}
    />
  );
}

function listEvents(items: readonly NewItem[]) {
  return items
    .flatMap(({ key, record }) => {
      const event = readEvent(record);
      return event === null ? [] : [{ key, event }];
    })
    .toSorted((one, other) => one.event.startDate.localeCompare(other.event.startDate))
    .map(({ key, event }) => ({ key, title: event.title || t('untitled'), detail: whenText(event) }));
}

function whenText({ startDate, allDay, location }: EventRecord): string {
  const when = allDay
    ? new Date(startDate).toLocaleDateString(readersLanguage(), { dateStyle: 'medium', timeZone: 'UTC' })
    : new Date(startDate).toLocaleString(readersLanguage(), { dateStyle: 'medium', timeStyle: 'short' });
  return location === '' ? when : `${when} · ${location}`;
}
