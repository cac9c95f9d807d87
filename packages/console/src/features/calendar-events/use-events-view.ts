import type { ListFilter } from '@fairwatch/contract';
import { readDays } from '../../core/components/days.ts';
import type { SortDirection } from '../../core/components/list-search.ts';
import { startOfDay } from '../../core/components/moment-text.ts';
import { useNow } from '../../core/components/use-now.ts';
import { useUrlSearch } from '../../core/components/use-list-search.ts';

const eventsViews = ['agenda', 'table'] as const;
export const eventsTimes = ['upcoming', 'past', 'all'] as const;
type EventsView = (typeof eventsViews)[number];
export type EventsTime = (typeof eventsTimes)[number];

/** How the page shows events, kept in the URL: as an agenda or a table, and which of them. */
export function useEventsView() {
  const { raw, patch } = useUrlSearch();
  const today = startOfDay(useNow());
  const days = readDays(raw);
  // Chosen days say it more exactly.
  const byDays = days.from !== undefined || days.to !== undefined;
  const when = byDays ? null : (eventsTimes.find((time) => time === raw['when']) ?? 'upcoming');
  return {
    view: eventsViews.find((each) => each === raw['view']) ?? 'agenda',
    when,
    shown: { filter: filterFor(when, today), sortDirection: (when === 'past' ? 'desc' : 'asc') as SortDirection },
    // An agenda runs by day, however the table was sorted.
    setView: (view: EventsView) =>
      patch(view === 'agenda' ? { view: undefined, sortBy: undefined, sortDirection: undefined } : { view }, {
        replace: true,
      }),
    setWhen: (time: EventsTime) =>
      patch({ when: time === 'upcoming' ? undefined : time, from: undefined, to: undefined, page: undefined }),
  };
}

/** Whole days begin at midnight UTC: west of Greenwich that is still yesterday, and today's must not be missed. */
function filterFor(when: EventsTime | null, today: Date): ListFilter {
  if (when === null || when === 'all') return {};
  const todayUtc = Date.UTC(today.getFullYear(), today.getMonth(), today.getDate());
  const start = new Date(Math.min(today.getTime(), todayUtc)).toISOString();
  return when === 'past' ? { to: start } : { from: start };
}
