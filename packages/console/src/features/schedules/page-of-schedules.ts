import { paginationOf, type Schedule } from '@fairwatch/contract';
import type { ListSearch } from '../../core/components/filters/list-search.ts';
import { currentLanguage } from '../../core/i18n/i18n.ts';

export const scheduleSortFields = ['name', 'nextAt'] as const;
type ScheduleSearch = ListSearch<(typeof scheduleSortFields)[number]>;

/** One page of the schedules that match a search. They are few, because the server limits them per admin, so they are all read at once. */
export function pageOfSchedules(schedules: readonly Schedule[], view: ScheduleSearch) {
  const { search, sortBy, sortDirection, page, pageSize } = view;
  const words = search.toLowerCase();
  const matching = schedules.filter(({ name, purpose, title, when, createdBy, target }) =>
    [name, purpose, title, when, createdBy, target.group?.name ?? '', target.device?.name ?? ''].some((text) =>
      text.toLowerCase().includes(words),
    ),
  );
  const order = sortDirection === 'asc' ? 1 : -1;
  const sorted = matching.toSorted((a, b) => order * compare(a, b, sortBy) || a.id - b.id);
  return {
    rows: sorted.slice((page - 1) * pageSize, page * pageSize),
    pagination: paginationOf(page, pageSize, sorted.length),
  };
}

/** A schedule without a next run counts as the latest. */
function compare(a: Schedule, b: Schedule, sortBy: ScheduleSearch['sortBy']): number {
  const { name } = b;
  if (sortBy === 'name') return a.name.localeCompare(name, currentLanguage());
  return timeOf(a) - timeOf(b);
}

function timeOf({ nextAt }: Schedule): number {
  return nextAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(nextAt);
}
