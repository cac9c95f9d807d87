import { calendarEvents } from '@fairwatch/contract';
import { rowTable } from '../../../shared/device-rows/row-table.ts';

export const calendarEventsTable = rowTable(calendarEvents, {
  title: 'text',
  location: 'text',
  startDate: 'timestamptz',
  endDate: 'timestamptz',
  description: 'text',
  allDay: 'boolean',
});
