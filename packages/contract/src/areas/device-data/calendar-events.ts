import { z } from 'zod/mini';
import { deviceFeature } from '../../shared/device-feature.ts';
import { utcMoment } from '../../core/fields/moment.ts';

/** The events in the calendars of a device. */
export const calendarEvents = deviceFeature({
  id: 'calendar-events',
  permission: 'EVENT',
  capability: 'CALENDAR',
  paths: { list: 'event/all', update: 'event/command/update', history: 'event/command/all' },
  command: 'UPDATE_EVENTS',
  noun: 'events',
  record: z.object({
    title: z.string(),
    location: z.string(),
    startDate: utcMoment,
    endDate: utcMoment,
    description: z.string(),
    /** Runs over whole days, from midnight to midnight UTC: dates, wherever one reads them. */
    allDay: z.boolean(),
  }),
  searchIn: ['title', 'location', 'description'],
  sortBy: ['startDate', 'title', 'location'],
  filterBy: ['allDay'],
  period: 'startDate',
});
