import { calendarEvents, type ListFilter } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconListDetails, IconTable } from '@tabler/icons-react';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { useUrlSearch, type ListView } from '../../../core/components/filters/use-list-search.ts';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeaturePanel, DeviceFeatureTable } from '../../../shared/device-feature/device-feature-page.tsx';
import { useDeviceFeature, type DeviceFeatureList } from '../../../shared/device-feature/use-device-feature.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import type { Translate } from '../../../core/i18n/translate.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Agenda, AgendaSkeleton } from './agenda.tsx';
import { columns, exportColumns } from './calendar-events.columns.tsx';
import texts from './calendar-events.texts.json';
import type { CalendarEvent } from './event-times.ts';
import { readDays } from '../../../core/components/time/days.ts';
import type { SortDirection } from '../../../core/components/filters/list-search.ts';
import { startOfDay } from '../../../core/components/time/moment-text.ts';
import { useNow } from '../../../core/components/time/use-now.ts';

addTexts('calendar-events', texts);

type EventsViewState = ReturnType<typeof useEventsView>;

/** The calendar of a device: as an agenda by day, or as a table. */
export function CalendarEventsView() {
  const { t } = useTranslation('calendar-events');
  const viewState = useEventsView();
  const list = useDeviceFeature(calendarEvents, viewState.shown);
  const frame = {
    list,
    columns,
    exportColumns,
    icon: IconCalendarEvent,
    filters: <Choices {...viewState} />,
    empty: noEvents(list, viewState, t),
  };
  return (
    <>
      <DeviceFeatureHeader list={list} />
      {viewState.view === 'table' ? (
        <DeviceFeatureTable {...frame} />
      ) : (
        <DeviceFeaturePanel {...frame} loading={<AgendaSkeleton />}>
          <Agenda events={list.rows.rows} fromToday={startsToday(list.rows.view, viewState)} />
        </DeviceFeaturePanel>
      )}
    </>
  );
}

/** Whether the list is the first page of all upcoming events, in chronological order. */
function startsToday({ page, search, sortBy, sortDirection }: ListView, { when }: EventsViewState): boolean {
  return when === 'upcoming' && page === 1 && search === '' && sortBy === 'startDate' && sortDirection === 'asc';
}

function Choices({ view, when, setView, setWhen }: EventsViewState) {
  const { t } = useTranslation('calendar-events');
  return (
    <>
      <Choice
        label={t('view.label')}
        options={[
          { value: 'agenda', label: t('view.agenda'), icon: IconListDetails },
          { value: 'table', label: t('view.table'), icon: IconTable },
        ]}
        value={view}
        onChange={setView}
      />
      <Choice
        label={t('when.label')}
        options={eventsTimes.map((value) => ({ value, label: t(`when.${value}`) }))}
        value={when}
        onChange={setWhen}
      />
    </>
  );
}

/** The empty view of upcoming or past events, which offers to show all. Undefined where the usual one fits. */
function noEvents(
  { rows, filter, commands }: DeviceFeatureList<CalendarEvent>,
  { when, setWhen }: EventsViewState,
  t: Translate<'calendar-events'>,
) {
  const updated = commands.newestDone !== null;
  if (rows.view.search !== '' || filter.active || !updated || when === null || when === 'all') return undefined;
  return (
    <EmptyView
      icon={IconCalendarEvent}
      title={t(`nothing.${when}`)}
      hint={t('nothing.hint')}
      refetch={rows.refetch}
      actions={
        <Button variant="light" onClick={() => setWhen('all')}>
          {t('nothing.all')}
        </Button>
      }
    />
  );
}

const eventsViews = ['agenda', 'table'] as const;
const eventsTimes = ['upcoming', 'past', 'all'] as const;
type EventsView = (typeof eventsViews)[number];
type EventsTime = (typeof eventsTimes)[number];

/** How the page shows events, kept in the URL: as an agenda or a table, and which of them. */
function useEventsView() {
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
