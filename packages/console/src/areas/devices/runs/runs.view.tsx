import { consoleLink, runActionNames, runList } from '@fairwatch/contract';
import { Button } from '@mantine/core';
import { IconListCheck, IconX } from '@tabler/icons-react';
import { query } from '../../../core/api/query.ts';
import { ClearFilters } from '../../../core/components/filters/clear-filters.tsx';
import { FilterSelect } from '../../../core/components/filters/filter-select.tsx';
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
import { UpcomingRuns } from './upcoming-runs.tsx';

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
            <Filters filter={filter} />
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

function Filters({ filter: { filters, active, change, clear } }: { filter: ReturnType<typeof useRunFilters> }) {
  const { t } = useTranslation('runs');
  const { t: run } = useRunTexts();
  const stateLabel = (state: (typeof filterStates)[number]) =>
    state === 'INCOMPLETE' ? t('filter.incomplete') : run(`state.${state}`);
  return (
    <>
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
      {filters.deviceId !== undefined && (
        <Button variant="light" rightSection={<IconX size={14} aria-hidden />} onClick={clear}>
          {t('filter.device', { id: filters.deviceId })}
        </Button>
      )}
      {active && filters.deviceId === undefined && <ClearFilters clear={clear} />}
    </>
  );
}
