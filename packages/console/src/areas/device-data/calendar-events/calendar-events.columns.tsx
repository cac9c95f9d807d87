import type { Column } from '../../../core/components/table/columns.ts';
import { currentLanguage } from '../../../core/i18n/i18n.ts';
import { endText, startText, type CalendarEvent } from './event-times.ts';

const now = () => new Date();

export const columns: readonly Column<CalendarEvent>[] = [
  { key: 'title', header: 'calendar-events:columns.title', sortable: true, card: 'title' },
  { key: 'location', header: 'calendar-events:columns.location', sortable: true, width: '21%' },
  {
    key: 'startDate',
    header: 'calendar-events:columns.startDate',
    text: (event) => startText(event, now(), currentLanguage()),
    sortable: true,
    width: '14%',
  },
  {
    key: 'endDate',
    header: 'calendar-events:columns.endDate',
    text: (event) => endText(event, now(), currentLanguage()),
    width: '13%',
  },
  { key: 'description', header: 'calendar-events:columns.description', width: '24%' },
];

/** The columns of the Excel file, with absolute times: "tomorrow" would be wrong when the file is opened later. */
export const exportColumns: readonly Column<CalendarEvent>[] = columns.map(({ key, header, text }) =>
  text === undefined ? { key, header } : { key, header, sheet: 'moment' },
);
