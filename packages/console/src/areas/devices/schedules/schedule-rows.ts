import type { Schedule } from '@fairwatch/contract';
import type { RowRules } from '../../../core/components/table/whole-list.ts';

export const scheduleSortFields = ['name', 'nextAt'] as const;

/** How schedules are found and sorted. They are few, because the server limits them per admin, so they are all read at once. */
export const scheduleRows: RowRules<Schedule, (typeof scheduleSortFields)[number]> = {
  texts: ({ name, purpose, title, when, createdBy, target }) => [
    name,
    purpose,
    title,
    when,
    createdBy,
    target.group?.name ?? '',
    target.device?.name ?? '',
  ],
  sortValues: {
    name: ({ name }) => name,
    // A schedule without a next run counts as the latest.
    nextAt: ({ nextAt }) => (nextAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextAt)),
  },
};
