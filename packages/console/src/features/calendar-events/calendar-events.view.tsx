import { calendarEvents } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconListDetails, IconTable } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Choice } from '../../core/components/choice.tsx';
import { EmptyView } from '../../core/components/empty-view.tsx';
import { ListEmptyView } from '../../core/components/list-empty-view.tsx';
import { ListPanel } from '../../core/components/list-panel.tsx';
import { DataTable } from '../../core/components/data-table.tsx';
import type { ListView } from '../../core/components/use-list-search.ts';
import { DeviceFeatureHeader } from '../../core/device-feature/device-feature-header.tsx';
import { DeviceFeatureToolbar } from '../../core/device-feature/device-feature-page.tsx';
import { NotSharedView } from '../../core/device-feature/not-shared-view.tsx';
import { useDeviceFeature, type DeviceFeatureList } from '../../core/device-feature/use-device-feature.ts';
import { UpdateAction } from '../../core/device-feature/update-action.tsx';
import { addTexts } from '../../core/i18n/i18n.ts';
import { Agenda, AgendaSkeleton } from './agenda.tsx';
import { columns, exportColumns } from './calendar-events.columns.tsx';
import texts from './calendar-events.texts.json';
import type { CalendarEvent } from './event-times.ts';
import { eventsTimes, useEventsView } from './use-events-view.ts';

addTexts('calendar-events', texts);

type EventsPlace = ReturnType<typeof useEventsView>;

/** The calendar of a device: as an agenda by day, or as a table. */
export function CalendarEventsView() {
  const { t } = useTranslation('calendar-events');
  const place = useEventsView();
  const list = useDeviceFeature(calendarEvents, place.shown);
  const frame = {
    label: t('title'),
    list: list.rows,
    toolbar: list.shared ? (
      <DeviceFeatureToolbar list={list} columns={exportColumns} filters={<Choices {...place} />} />
    ) : undefined,
    failed: list.shared ? undefined : <NotSharedView error={list.rows.error} refetch={list.rows.refetch} />,
    empty: <NoEvents list={list} place={place} />,
  };
  return (
    <>
      <DeviceFeatureHeader list={list} />
      {place.view === 'table' ? (
        <DataTable {...frame} columns={columns} />
      ) : (
        <ListPanel {...frame} loading={<AgendaSkeleton />}>
          <Agenda events={list.rows.rows} fromToday={startsToday(list.rows.view, place)} />
        </ListPanel>
      )}
    </>
  );
}

/** The first page of what is ahead, in its own order and whole. */
function startsToday({ page, search, sortBy, sortDirection }: ListView, { when }: EventsPlace): boolean {
  return when === 'upcoming' && page === 1 && search === '' && sortBy === 'startDate' && sortDirection === 'asc';
}

function Choices({ view, when, setView, setWhen }: EventsPlace) {
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

interface NoEventsProps {
  list: DeviceFeatureList<CalendarEvent>;
  place: EventsPlace;
}

/** Nothing ahead does not mean nothing at all: the way to the others stands beside it. */
function NoEvents({ list, place }: NoEventsProps) {
  const { t } = useTranslation('calendar-events');
  const { rows, filter, commands } = list;
  const { when, setWhen } = place;
  const updated = commands.newestDone !== null;
  if (rows.view.search === '' && !filter.active && updated && when !== null && when !== 'all') {
    const showAll = (
      <Button variant="light" onClick={() => setWhen('all')}>
        {t('nothing.all')}
      </Button>
    );
    return (
      <EmptyView
        icon={IconCalendarEvent}
        title={t(`nothing.${when}`)}
        hint={t('nothing.hint')}
        refetch={rows.refetch}
        actions={showAll}
      />
    );
  }
  return (
    <ListEmptyView
      list={rows}
      icon={IconCalendarEvent}
      title={t('empty.title')}
      hint={t('empty.hint')}
      filter={filter}
      actions={<UpdateAction list={list} />}
    />
  );
}
