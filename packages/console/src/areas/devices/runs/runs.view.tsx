import { consoleLink, runActionNames, runList, scheduleList } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconListCheck, IconX } from '@tabler/icons-react';
import { query } from '../../../core/api/query.ts';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
import { Filters } from '../../../core/components/filters/filters.tsx';
import { SearchBox } from '../../../core/components/filters/search-box.tsx';
import { useListSearch } from '../../../core/components/filters/use-list-search.ts';
import { PageHeader } from '../../../core/components/page/page-header.tsx';
import { DataTable } from '../../../core/components/table/data-table.tsx';
import { ListEmptyView } from '../../../core/components/table/list-empty-view.tsx';
import { usePagedList } from '../../../core/components/table/use-paged-list.ts';
import { addTexts } from '../../../core/i18n/i18n.ts';
import { useTranslation } from '../../../core/i18n/use-translation.ts';
import { useRunTexts } from '../../../shared/run-progress/use-run-texts.ts';
import { filterInput, filterStates, useRunFilters } from './run-filters.ts';
import { columns } from './runs.columns.tsx';
import texts from './runs.texts.json';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../core/components/time/relative-time.tsx';
import { Card } from '../../../core/components/page/card.tsx';
import { pageLink } from '../../../core/router/page-link.ts';
import { upcoming } from './upcoming.ts';
import classes from './runs.module.css';

addTexts('runs', texts);

const defaults = { sortFields: ['createdAt'], sortBy: 'createdAt', sortDirection: 'desc' } as const;

/** The runs of the signed-in admin, or of all admins for a super admin. */
export function RunsView() {
  const { t } = useTranslation('runs');
  const view = useListSearch(defaults);
  const filter = useRunFilters();
  const { page, pageSize, search, sortDirection } = view;
  const input = { page, pageSize, search, sortDirection, filter: filterInput(filter.filters) };
  const list = usePagedList(query(runList, input), view);
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <UpcomingRuns />
      <DataTable
        label={t('title')}
        columns={columns}
        list={list}
        rowLink={({ id }) => consoleLink('/runs/$runId', { runId: id })}
        toolbar={
          <>
            <SearchBox label={t('search')} view={view} />
            <RunFilters filter={filter} />
          </>
        }
        empty={
          <ListEmptyView
            list={list}
            icon={IconListCheck}
            title={t('empty.title')}
            hint={t('empty.hint')}
            filter={filter}
          />
        }
      />
    </>
  );
}

function RunFilters({ filter: { filters, active, change, clear } }: { filter: ReturnType<typeof useRunFilters> }) {
  const { t } = useTranslation('runs');
  const { t: run } = useRunTexts();
  const stateLabel = (state: (typeof filterStates)[number]) =>
    state === 'INCOMPLETE' ? t('filter.incomplete') : run(`state.${state}`);
  return (
    <>
      <Filters active={active}>
        <FilterSelect
          label={t('filter.state')}
          any={t('filter.anyState')}
          options={filterStates.map((value) => ({ value, label: stateLabel(value) }))}
          value={filters.state}
          onChange={(state) => change({ state })}
        />
        <FilterSelect
          label={t('filter.action')}
          any={t('filter.anyAction')}
          options={runActionNames.map((value) => ({ value, label: t(`action.${value}`) }))}
          value={filters.action}
          onChange={(action) => change({ action })}
        />
      </Filters>
      {filters.deviceId !== undefined && (
        <Button variant="light" rightSection={<IconX size={14} aria-hidden />} onClick={clear}>
          {t('filter.device', { id: filters.deviceId })}
        </Button>
      )}
      {active && filters.deviceId === undefined && <ClearFilters clear={clear} />}
    </>
  );
}

/** The next runs that schedules start. Nothing while there are none. */
function UpcomingRuns() {
  const { t } = useTranslation('runs');
  const next = upcoming(useQuery(query(scheduleList, {})).data?.data ?? []);
  if (next.length === 0) return null;
  return (
    <div className={classes.upcoming}>
      <Card title={t('upcoming.title')} aside={<Link {...pageLink('/schedules')}>{t('upcoming.all')}</Link>}>
        <ul>
          {next.map(({ id, title, name, target, nextAt }) => (
            <li key={id}>
              <RelativeTime at={nextAt} />
              <span>{title}</span>
              <span className="fw-muted">
                {t('upcoming.by', { name, devices: target.device?.name ?? t('devices', { count: target.devices }) })}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
