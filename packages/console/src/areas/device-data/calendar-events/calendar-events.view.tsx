import { calendarEvents } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconCalendarEvent, IconListDetails, IconTable } from '@tabler/icons-react';
import { Choice } from '../../../core/components/buttons/choice.tsx';
import { EmptyView } from '../../../core/components/page/empty-view.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { ListPanel } from '../../../core/components/table/list-panel.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import type { ListView } from '../../../core/components/filters/use-list-search.ts';
import { DeviceFeatureHeader } from '../../../shared/device-feature/device-feature-header.tsx';
import { DeviceFeatureToolbar } from '../../../shared/device-feature/device-feature-page.tsx';
import { NotSharedView } from '../../../shared/device-feature/consent/not-shared-view.tsx';
import { useDeviceFeature, type DeviceFeatureList } from '../../../shared/device-feature/use-device-feature.ts';
import { UpdateAction } from '../../../shared/device-feature/commands/update-action.tsx';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { Agenda, AgendaSkeleton } from './agenda.tsx';
import { columns, exportColumns } from './calendar-events.columns.tsx';
import texts from './calendar-events.texts.json';
import type { CalendarEvent } from './event-times.ts';
import { eventsTimes, useEventsView } from './use-events-view.ts';

addTexts('calendar-events', texts);

type EventsViewState = ReturnType<typeof useEventsView>;

/** The calendar of a device: as an agenda by day, or as a table. */
export function CalendarEventsView() {
  const { t } = useTranslation('calendar-events');
  const viewState = useEventsView();
  const list = useDeviceFeature(calendarEvents, viewState.shown);
  const frame = {
    label: t('title'),
    list: list.rows,
    toolbar: list.shared ? (
      <DeviceFeatureToolbar list={list} columns={exportColumns} filters={<Choices {...viewState} />} />
    ) : undefined,
    failed: list.shared ? undefined : <NotSharedView error={list.rows.error} refetch={list.rows.refetch} />,
    empty: <NoEvents list={list} viewState={viewState} />,
  };
  return (
    <>
      <DeviceFeatureHeader list={list} />
      {viewState.view === 'table' ? (
        <DataTable {...frame} columns={columns} />
      ) : (
        <ListPanel {...frame} loading={<AgendaSkeleton />}>
          <Agenda events={list.rows.rows} fromToday={startsToday(list.rows.view, viewState)} />
        </ListPanel>
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

interface NoEventsProps {
  list: DeviceFeatureList<CalendarEvent>;
  viewState: EventsViewState;
}

/** The empty view. A calendar without upcoming events may have past ones, so it offers to show all. */
function NoEvents({ list, viewState }: NoEventsProps) {
  const { t } = useTranslation('calendar-events');
  const { rows, filter, commands } = list;
  const { when, setWhen } = viewState;
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
