import type { ListFilter } from '@fairwatch/contract';
import { readDays } from '../../../core/components/time/days.ts';
import type { SortDirection } from '../../../core/components/filters/list-search.ts';
import { startOfDay } from '../../../core/components/time/moment-text.ts';
import { useNow } from '../../../core/components/time/use-now.ts';
import { useUrlSearch } from '../../../core/components/filters/use-list-search.ts';

const eventsViews = ['agenda', 'table'] as const;
export const eventsTimes = ['upcoming', 'past', 'all'] as const;
type EventsView = (typeof eventsViews)[number];
export type EventsTime = (typeof eventsTimes)[number];

/** How the page shows events, kept in the URL: as an agenda or a table, and which of them. */
export function useEventsView() {
  const { raw, patch } = useUrlSearch();
  const today = startOfDay(useNow());
  const days = readDays(raw);
  // A chosen range of days replaces the choice between upcoming and past.
  const byDays = days.from !== undefined || days.to !== undefined;
  const when = byDays ? null : (eventsTimes.find((time) => time === raw['when']) ?? 'upcoming');
  return {
    view: eventsViews.find((each) => each === raw['view']) ?? 'agenda',
    when,
    shown: { filter: filterFor(when, today), sortDirection: (when === 'past' ? 'desc' : 'asc') as SortDirection },
    // The agenda is always in chronological order, so the sort of the table is cleared.
    setView: (view: EventsView) =>
      patch(view === 'agenda' ? { view: undefined, sortBy: undefined, sortDirection: undefined } : { view }, {
        replace: true,
      }),
    setWhen: (time: EventsTime) =>
      patch({ when: time === 'upcoming' ? undefined : time, from: undefined, to: undefined, page: undefined }),
  };
}

/**
 * The filter for upcoming or past events. All-day events begin at midnight UTC, which is yesterday west of Greenwich, so the earlier
 * midnight counts.
 */
function filterFor(when: EventsTime | null, today: Date): ListFilter {
  if (when === null || when === 'all') return {};
  const todayUtc = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  const start = new Date(Math.min(today.getTime(), todayUtc)).toISOString();
  return when === 'past' ? { to: start } : { from: start };
}
